// Ranges of one file by libcurl's multi interface, and nothing besides: what one thread can do at most.
//
//     ranges ADDRESS SIZE COUNT LENGTH CONNECTIONS
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static size_t take(char *bytes, size_t one, size_t count, void *sum) {
  (void)bytes;
  *(long long *)sum += (long long)(one * count);
  return one * count;
}

static double milliseconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

int main(int count, char **words) {
  if (count != 6) return 2;
  long long size = atoll(words[2]), length = atoll(words[4]), place = 0, sum = 0;
  int left = atoi(words[3]), most = atoi(words[5]), under_way = 0, good = 0;
  curl_global_init(CURL_GLOBAL_DEFAULT);
  CURLM *all = curl_multi_init();
  CURL **handles = calloc((size_t)most, sizeof *handles);
  double begun = milliseconds(CLOCK_MONOTONIC), used = milliseconds(CLOCK_PROCESS_CPUTIME_ID);
  char range[64];
  for (int number = 0; number < most && left > 0; number++) {
    handles[number] = curl_easy_init();
    curl_easy_setopt(handles[number], CURLOPT_URL, words[1]);
    curl_easy_setopt(handles[number], CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(handles[number], CURLOPT_WRITEDATA, &sum);
    place = (place + 7368787 + length) % (size - length);
    snprintf(range, sizeof range, "%lld-%lld", place, place + length - 1);
    curl_easy_setopt(handles[number], CURLOPT_RANGE, range);
    curl_multi_add_handle(all, handles[number]);
    left--, under_way++;
  }
  while (under_way > 0) {
    int running = 0, waiting = 0;
    curl_multi_perform(all, &running);
    for (CURLMsg *said; (said = curl_multi_info_read(all, &waiting));) {
      CURL *handle = said->easy_handle;
      long status = 0;
      curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
      if (said->data.result == CURLE_OK && status == 206) good++;
      curl_multi_remove_handle(all, handle);
      under_way--;
      if (left == 0) continue;
      place = (place + 7368787 + length) % (size - length);
      snprintf(range, sizeof range, "%lld-%lld", place, place + length - 1);
      curl_easy_setopt(handle, CURLOPT_RANGE, range);
      curl_multi_add_handle(all, handle);
      left--, under_way++;
    }
    if (under_way > 0) curl_multi_poll(all, NULL, 0, 1000, NULL);
  }
  printf("{\"good\":%d,\"milliseconds\":%.3f,\"processorMilliseconds\":%.3f}\n", good,
         milliseconds(CLOCK_MONOTONIC) - begun, milliseconds(CLOCK_PROCESS_CPUTIME_ID) - used);
  return sum == good * length ? 0 : 1;
}
