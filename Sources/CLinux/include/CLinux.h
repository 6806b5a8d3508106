// System calls that Swift's Glibc module leaves out. Glue only: no logic lives here.
#pragma once

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/sendfile.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
