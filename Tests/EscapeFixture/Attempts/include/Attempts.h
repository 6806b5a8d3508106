// What code that has taken over a decoder would try.
#pragma once

#include <stdint.h>
#include <sys/types.h>

// What an attempt is made on.
typedef struct {
  pid_t parent;
  // A number in the parent's memory; its copy lies at the same place here.
  volatile int64_t *secret;
  // The parent's listening socket, by its number there, and its port.
  int listener;
  uint16_t port;
  // A folder and a file in it that the user may write to.
  const char *folder;
  const char *file;
  // The file again, opened for reading, and left open.
  int reading;
  // One of the parent's pipes, which was to be closed.
  int leftover;
} attempts_target;

typedef struct {
  const char *name;
  // 0 when it got through, else errno; or never comes back.
  int (*try)(const attempts_target *);
} attempts_attempt;

extern const int attempts_count;
attempts_attempt attempts_at(int index);

// fork(), which Swift hides; for a program with one thread.
pid_t attempts_fork(void);

// Becomes another user, as a server that root did not start: its memory stays open to its own.
int attempts_become(uid_t user, gid_t group);
