// Icons of what is loaded when it is asked for.

import { addIcons } from './icons.js';

addIcons({
  folder: 'M3 7a2 2 0 0 1 2-2h4l2 2.5h8a2 2 0 0 1 2 2V17a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z',
  actual: 'M6 8l2-1v10M16 8l2-1v10M12 10v.5M12 14v.5',
  crop: 'M7 3v14h14M3 7h14v14',
  bookmark: 'M7 4h10v16l-5-4-5 4z',
  loupe: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20 20',
  help: 'M9 9.5a3 3 0 1 1 4.2 2.7c-.8.4-1.2 1-1.2 1.8M12 17.5v.2',
  up: 'M5 15l7-7 7 7',
  down: 'M5 9l7 7 7-7',
  move: 'M12 3v18M3 12h18M9.5 5.5 12 3l2.5 2.5M9.5 18.5 12 21l2.5-2.5M5.5 9.5 3 12l2.5 2.5M18.5 9.5 21 12l-2.5 2.5',
  close: 'M6 6l12 12M18 6L6 18',
  adjust: 'M4 8h9M17 8h3M4 16h3M11 16h9M15 10.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM9 18.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z',
  play: 'M8 5.5v13l10.5-6.5z',
  turn: 'M5 12a7 7 0 1 0 2.4-5.3M5 4v4.5h4.5',
  flip: 'M12 4v16M9 7 4 17h5zM15 7l5 10h-5z',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
});
