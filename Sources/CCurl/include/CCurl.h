// libcurl's functions behind a table that is filled when something far is first asked for, by dlopen:
// who serves a folder of this machine needs no libcurl, neither to build nor to run. What is used of
// its public interface is declared here, by the names, numbers and meanings that have been its stable
// ABI since version 7.16 (curl/curl.h, curl/multi.h).
#pragma once

#include <dlfcn.h>
#include <netinet/in.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>

typedef struct pyramidion_curl_easy CURL;
typedef struct pyramidion_curl_multi CURLM;
struct curl_slist;

// The beginning of what the library says of itself.
typedef struct {
  int age;
  const char *version;
  unsigned int version_num;
} curl_version_info_data;

struct curl_sockaddr {
  int family;
  int socktype;
  int protocol;
  unsigned int addrlen;
  struct sockaddr addr;
};

typedef struct {
  int msg;
  CURL *easy_handle;
  union {
    void *whatever;
    int result;
  } data;
} CURLMsg;

int curl_global_init(long flags);
curl_version_info_data *curl_version_info(int age);
CURL *curl_easy_init(void);
int curl_easy_setopt(CURL *handle, int option, ...);
void curl_easy_reset(CURL *handle);
void curl_easy_cleanup(CURL *handle);
const char *curl_easy_strerror(int code);
struct curl_slist *curl_slist_append(struct curl_slist *list, const char *text);
void curl_slist_free_all(struct curl_slist *list);
CURLM *curl_multi_init(void);
int curl_multi_setopt(CURLM *multi, int option, ...);
int curl_multi_add_handle(CURLM *multi, CURL *handle);
int curl_multi_remove_handle(CURLM *multi, CURL *handle);
int curl_multi_perform(CURLM *multi, int *running);
int curl_multi_poll(CURLM *multi, void *extra, unsigned int count, int milliseconds, int *ready);
int curl_multi_wakeup(CURLM *multi);
CURLMsg *curl_multi_info_read(CURLM *multi, int *left);
int curl_multi_cleanup(CURLM *multi);

#define PYRAMIDION_CURL_FUNCTIONS(X)                                                         \
  X(curl_global_init) X(curl_version_info) X(curl_easy_init) X(curl_easy_setopt)             \
  X(curl_easy_reset) X(curl_easy_cleanup) X(curl_easy_strerror) X(curl_slist_append)         \
  X(curl_slist_free_all)                                                                     \
  X(curl_multi_init) X(curl_multi_setopt) X(curl_multi_add_handle)                           \
  X(curl_multi_remove_handle) X(curl_multi_perform) X(curl_multi_poll) X(curl_multi_wakeup)  \
  X(curl_multi_info_read) X(curl_multi_cleanup)

#define PYRAMIDION_POINTER(name) __typeof__(&name) name;
typedef struct {
  PYRAMIDION_CURL_FUNCTIONS(PYRAMIDION_POINTER)
} pyramidion_curl;
#undef PYRAMIDION_POINTER

// Loads the library and fills the table. NULL, or what is missing.
static inline const char *pyramidion_curl_open(pyramidion_curl *curl, const char *name) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) return dlerror();
#define PYRAMIDION_FIND(name)                                                                \
  if (!(curl->name = (__typeof__(&name))dlsym(library, #name))) return "it lacks " #name;
  PYRAMIDION_CURL_FUNCTIONS(PYRAMIDION_FIND)
#undef PYRAMIDION_FIND
  return NULL;
}

// MARK: What Swift can't call, for it takes anything

// Of easy handles; what is added to the number says what kind of value follows.
enum {
  PYRAMIDION_CURLOPT_WRITEDATA = 10001,
  PYRAMIDION_CURLOPT_URL = 10002,
  PYRAMIDION_CURLOPT_PROXY = 10004,
  PYRAMIDION_CURLOPT_READDATA = 10009,
  PYRAMIDION_CURLOPT_WRITEFUNCTION = 20011,
  PYRAMIDION_CURLOPT_READFUNCTION = 20012,
  PYRAMIDION_CURLOPT_USERAGENT = 10018,
  PYRAMIDION_CURLOPT_LOW_SPEED_LIMIT = 19,
  PYRAMIDION_CURLOPT_LOW_SPEED_TIME = 20,
  PYRAMIDION_CURLOPT_HTTPHEADER = 10023,
  PYRAMIDION_CURLOPT_HEADERDATA = 10029,
  PYRAMIDION_CURLOPT_CUSTOMREQUEST = 10036,
  PYRAMIDION_CURLOPT_UPLOAD = 46,
  PYRAMIDION_CURLOPT_FOLLOWLOCATION = 52,
  PYRAMIDION_CURLOPT_CAINFO = 10065,
  PYRAMIDION_CURLOPT_FRESH_CONNECT = 74,
  PYRAMIDION_CURLOPT_HEADERFUNCTION = 20079,
  PYRAMIDION_CURLOPT_HTTP_VERSION = 84,
  PYRAMIDION_CURLOPT_BUFFERSIZE = 98,
  PYRAMIDION_CURLOPT_NOSIGNAL = 99,
  PYRAMIDION_CURLOPT_INFILESIZE_LARGE = 30115,
  PYRAMIDION_CURLOPT_CONNECTTIMEOUT_MS = 156,
  PYRAMIDION_CURLOPT_HTTP_CONTENT_DECODING = 158,
  PYRAMIDION_CURLOPT_OPENSOCKETFUNCTION = 20163,
  PYRAMIDION_CURLOPT_OPENSOCKETDATA = 10164,
  PYRAMIDION_CURLOPT_SEEKFUNCTION = 20167,
  PYRAMIDION_CURLOPT_SEEKDATA = 10168,
  PYRAMIDION_CURLOPT_NOPROXY = 10177,
  PYRAMIDION_CURLOPT_PATH_AS_IS = 234,
  PYRAMIDION_CURLOPT_HTTP09_ALLOWED = 285,
  PYRAMIDION_CURLOPT_PROTOCOLS_STR = 10318,
};
enum { PYRAMIDION_CURLMOPT_MAXCONNECTS = 6 };
enum { PYRAMIDION_CURL_READFUNC_ABORT = 0x10000000 };
enum { PYRAMIDION_CURLMSG_DONE = 1, PYRAMIDION_CURL_HTTP_VERSION_1_1 = 2 };
enum {
  PYRAMIDION_CURLE_OK = 0,
  PYRAMIDION_CURLE_COULDNT_CONNECT = 7,
};

static inline int pyramidion_curl_set_number(
    const pyramidion_curl *curl, CURL *handle, int option, long value) {
  return curl->curl_easy_setopt(handle, option, value);
}

// Text is copied.
static inline int pyramidion_curl_set_text(
    const pyramidion_curl *curl, CURL *handle, int option, const char *text) {
  return curl->curl_easy_setopt(handle, option, text);
}

static inline int pyramidion_curl_set_fields(
    const pyramidion_curl *curl, CURL *handle, struct curl_slist *fields) {
  return curl->curl_easy_setopt(handle, PYRAMIDION_CURLOPT_HTTPHEADER, fields);
}

// Both take what came and say how much of it was taken; less than all ends the transfer.
typedef size_t (*pyramidion_curl_taker)(char *bytes, size_t size, size_t count, void *context);
// A socket for the address, or -1 where it is not to be spoken to.
typedef int (*pyramidion_curl_opener)(void *context, int purpose, struct curl_sockaddr *address);

static inline int pyramidion_curl_set_callbacks(
    const pyramidion_curl *curl, CURL *handle, void *context, pyramidion_curl_taker head,
    pyramidion_curl_taker body, pyramidion_curl_opener opener) {
  int wrong = curl->curl_easy_setopt(handle, PYRAMIDION_CURLOPT_HEADERFUNCTION, head);
  wrong |= curl->curl_easy_setopt(handle, PYRAMIDION_CURLOPT_HEADERDATA, context);
  wrong |= curl->curl_easy_setopt(handle, PYRAMIDION_CURLOPT_WRITEFUNCTION, body);
  wrong |= curl->curl_easy_setopt(handle, PYRAMIDION_CURLOPT_WRITEDATA, context);
  wrong |= curl->curl_easy_setopt(handle, PYRAMIDION_CURLOPT_OPENSOCKETFUNCTION, opener);
  wrong |= curl->curl_easy_setopt(handle, PYRAMIDION_CURLOPT_OPENSOCKETDATA, context);
  return wrong;
}

// Goes to a place of what is sent, counted from where it says: 0 where that can be done.
typedef int (*pyramidion_curl_seeker)(void *context, long long offset, int origin);

// What is sent: `giver` fills a buffer and says how much of it, as those do that take.
static inline int pyramidion_curl_set_givers(
    const pyramidion_curl *curl, CURL *handle, void *context, pyramidion_curl_taker giver,
    pyramidion_curl_seeker seeker) {
  int wrong = curl->curl_easy_setopt(handle, PYRAMIDION_CURLOPT_READFUNCTION, giver);
  wrong |= curl->curl_easy_setopt(handle, PYRAMIDION_CURLOPT_READDATA, context);
  wrong |= curl->curl_easy_setopt(handle, PYRAMIDION_CURLOPT_SEEKFUNCTION, seeker);
  wrong |= curl->curl_easy_setopt(handle, PYRAMIDION_CURLOPT_SEEKDATA, context);
  return wrong;
}

static inline int pyramidion_curl_set_connections(
    const pyramidion_curl *curl, CURLM *multi, long most) {
  return curl->curl_multi_setopt(multi, PYRAMIDION_CURLMOPT_MAXCONNECTS, most);
}

// The bytes of an address in the order of the network: how many there are, 4 or 16; 0 for one of
// another family.
static inline int pyramidion_curl_address(
    const struct curl_sockaddr *address, unsigned char bytes[16]) {
  if (address->family == AF_INET && address->addrlen >= sizeof(struct sockaddr_in)) {
    memcpy(bytes, &((const struct sockaddr_in *)&address->addr)->sin_addr, 4);
    return 4;
  }
  if (address->family == AF_INET6 && address->addrlen >= sizeof(struct sockaddr_in6)) {
    memcpy(bytes, &((const struct sockaddr_in6 *)&address->addr)->sin6_addr, 16);
    return 16;
  }
  return 0;
}
