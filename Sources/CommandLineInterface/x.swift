package enum CommandLineInterface {}
