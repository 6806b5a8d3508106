// libpq's functions behind a table that is filled when a database is first spoken to, by dlopen: who
// shares no queue needs no libpq, neither to build nor to run. What is used of its public interface is
// declared here, by the names, numbers and meanings that have been stable since version 9 (libpq-fe.h).
#pragma once

#include <dlfcn.h>
#include <stddef.h>

typedef struct pyramidion_pg_connection PGconn;
typedef struct pyramidion_pg_result PGresult;

PGconn *PQconnectStartParams(
    const char *const *keywords, const char *const *values, int expandsDatabase);
int PQconnectPoll(PGconn *connection);
void PQfinish(PGconn *connection);
int PQsocket(const PGconn *connection);
int PQsetnonblocking(PGconn *connection, int isNonBlocking);
int PQsendQueryParams(
    PGconn *connection, const char *command, int count, const unsigned int *types,
    const char *const *values, const int *lengths, const int *formats, int resultFormat);
int PQflush(PGconn *connection);
int PQconsumeInput(PGconn *connection);
int PQisBusy(PGconn *connection);
PGresult *PQgetResult(PGconn *connection);
int PQresultStatus(const PGresult *result);
char *PQresultErrorMessage(const PGresult *result);
char *PQerrorMessage(const PGconn *connection);
int PQntuples(const PGresult *result);
int PQnfields(const PGresult *result);
int PQgetisnull(const PGresult *result, int row, int column);
char *PQgetvalue(const PGresult *result, int row, int column);
int PQgetlength(const PGresult *result, int row, int column);
void PQclear(PGresult *result);
int PQstatus(const PGconn *connection);

// What another one has told: the channel, whose it was, and the text.
typedef struct pyramidion_pg_notify {
  char *channel;
  int process;
  char *text;
  struct pyramidion_pg_notify *next;
} PGnotify;
PGnotify *PQnotifies(PGconn *connection);
void PQfreemem(void *memory);

typedef void (*pyramidion_pg_notice)(void *context, const char *message);
pyramidion_pg_notice PQsetNoticeProcessor(
    PGconn *connection, pyramidion_pg_notice processor, void *context);

#define PYRAMIDION_PG_FUNCTIONS(X)                                                           \
  X(PQconnectStartParams) X(PQconnectPoll) X(PQfinish) X(PQsocket) X(PQsetnonblocking)       \
  X(PQsendQueryParams) X(PQflush) X(PQconsumeInput) X(PQisBusy) X(PQgetResult)               \
  X(PQresultStatus) X(PQresultErrorMessage) X(PQerrorMessage) X(PQntuples) X(PQnfields)      \
  X(PQgetisnull) X(PQgetvalue) X(PQgetlength) X(PQclear) X(PQstatus) X(PQsetNoticeProcessor)  \
  X(PQnotifies) X(PQfreemem)

#define PYRAMIDION_POINTER(name) __typeof__(&name) name;
typedef struct {
  PYRAMIDION_PG_FUNCTIONS(PYRAMIDION_POINTER)
} pyramidion_pg;
#undef PYRAMIDION_POINTER

// Loads the library and fills the table. NULL, or what is missing.
static inline const char *pyramidion_pg_open(pyramidion_pg *pg, const char *name) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) return dlerror();
#define PYRAMIDION_FIND(name)                                                                \
  if (!(pg->name = (__typeof__(&name))dlsym(library, #name))) return "it lacks " #name;
  PYRAMIDION_PG_FUNCTIONS(PYRAMIDION_FIND)
#undef PYRAMIDION_FIND
  return NULL;
}

static inline void pyramidion_pg_say_nothing(void *context, const char *message) {}

// What a server remarks is nobody's business here, and would go to the standard error.
static inline void pyramidion_pg_silence(const pyramidion_pg *pg, PGconn *connection) {
  pg->PQsetNoticeProcessor(connection, pyramidion_pg_say_nothing, NULL);
}

enum { PYRAMIDION_PG_CONNECTED = 0 };
enum {
  PYRAMIDION_PG_POLL_FAILED = 0,
  PYRAMIDION_PG_POLL_READING = 1,
  PYRAMIDION_PG_POLL_WRITING = 2,
  PYRAMIDION_PG_POLL_DONE = 3,
};
enum { PYRAMIDION_PG_COMMAND_DONE = 1, PYRAMIDION_PG_ROWS = 2 };
