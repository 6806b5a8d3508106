// What lies in memory of a program and its libraries. Glue only.
#pragma once

#include <link.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

// The beginning of `struct dl_phdr_info`, which link.h shows to GNU sources only.
typedef struct {
  ElfW(Addr) base;
  const char *name;
  const ElfW(Phdr) *segments;
  ElfW(Half) count;
} pyramidion_loaded_object;

extern int pyramidion_each_loaded_object(
    int (*visit)(pyramidion_loaded_object *, size_t, void *), void *) __asm__("dl_iterate_phdr");

// Whether the loader writes into segments that are not to be written to.
static inline int pyramidion_has_written_code(const pyramidion_loaded_object *object) {
  for (int i = 0; i < object->count; i++) {
    if (object->segments[i].p_type != PT_DYNAMIC) continue;
    const ElfW(Dyn) *entry = (const ElfW(Dyn) *)(object->base + object->segments[i].p_vaddr);
    for (; entry->d_tag != DT_NULL; entry++)
      if (entry->d_tag == DT_TEXTREL || (entry->d_tag == DT_FLAGS && entry->d_un.d_val & DF_TEXTREL))
        return 1;
  }
  return 0;
}

static inline int pyramidion_give_back_object(
    pyramidion_loaded_object *object, size_t size, void *page) {
  (void)size;
  if (pyramidion_has_written_code(object)) return 0;
  const uintptr_t mask = ~(*(const uintptr_t *)page - 1);
  for (int i = 0; i < object->count; i++) {
    const ElfW(Phdr) *segment = &object->segments[i];
    if (segment->p_type != PT_LOAD || segment->p_flags & PF_W) continue;
    const uintptr_t start = (object->base + segment->p_vaddr) & mask;
    // The last page may be shared with a segment that is written to.
    const uintptr_t end = (object->base + segment->p_vaddr + segment->p_memsz) & mask;
    if (start < end) madvise((void *)start, end - start, MADV_DONTNEED);
  }
  return 0;
}

static inline void pyramidion_give_back_code(void) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  pyramidion_each_loaded_object(pyramidion_give_back_object, &page);
}
