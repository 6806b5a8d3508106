// Descriptors that go from process to process. Glue only.
#pragma once

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

// Descriptors that one message may carry.
#define PYRAMIDION_MOST_DESCRIPTORS 16

typedef union {
  struct cmsghdr head;
  char bytes[CMSG_SPACE(PYRAMIDION_MOST_DESCRIPTORS * sizeof(int))];
} pyramidion_descriptor_room;

// Sends one message and copies of descriptors along with it. The bytes sent, or -1 with errno.
static inline ssize_t pyramidion_send_descriptors(
    int socket, const void *bytes, size_t length, const int *descriptors, int count) {
  if (count < 0 || count > PYRAMIDION_MOST_DESCRIPTORS) {
    errno = EINVAL;
    return -1;
  }
  pyramidion_descriptor_room room;
  memset(&room, 0, sizeof room);
  struct iovec piece = {(void *)bytes, length};
  struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
  if (count > 0) {
    const size_t size = (size_t)count * sizeof(int);
    message.msg_control = room.bytes;
    message.msg_controllen = CMSG_SPACE(size);
    room.head.cmsg_level = SOL_SOCKET;
    room.head.cmsg_type = SCM_RIGHTS;
    room.head.cmsg_len = CMSG_LEN(size);
    memcpy(CMSG_DATA(&room.head), descriptors, size);
  }
  return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

// Waits for one message; what it carries closes on exec. The message's bytes, 0 at the end, or -1
// with errno: EMSGSIZE for a message that is longer than there is room for, EMFILE where not all
// that it carries could be had; then there is the first descriptor at most.
static inline ssize_t pyramidion_receive_descriptors(
    int socket, void *bytes, size_t capacity, int *descriptors, int *count) {
  pyramidion_descriptor_room room;
  struct iovec piece = {bytes, capacity};
  struct msghdr message = {
      .msg_iov = &piece,
      .msg_iovlen = 1,
      .msg_control = room.bytes,
      .msg_controllen = sizeof room.bytes,
  };
  *count = 0;
  ssize_t length = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  if (length < 0) return -1;
  for (struct cmsghdr *part = CMSG_FIRSTHDR(&message); part; part = CMSG_NXTHDR(&message, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
    const int found = (int)((part->cmsg_len - CMSG_LEN(0)) / sizeof(int));
    memcpy(descriptors + *count, CMSG_DATA(part), (size_t)found * sizeof(int));
    *count += found;
  }
  if (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) {
    const int kept = (message.msg_flags & MSG_TRUNC) || *count == 0 ? 0 : 1;
    for (int i = kept; i < *count; i++) close(descriptors[i]);
    *count = kept;
    errno = message.msg_flags & MSG_TRUNC ? EMSGSIZE : EMFILE;
    return -1;
  }
  return length;
}

// Takes one message that is there or comes, without what it may carry. `capacity` + 1 for a longer
// one, 0 at the end, -1 with errno.
static inline ssize_t pyramidion_receive(int socket, void *bytes, size_t capacity, int flags) {
  struct iovec piece = {bytes, capacity};
  struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
  ssize_t length = recvmsg(socket, &message, flags);
  return length >= 0 && (message.msg_flags & MSG_TRUNC) ? (ssize_t)capacity + 1 : length;
}
