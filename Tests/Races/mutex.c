// Tells the thread sanitizer about Swift's Mutex. A mutex that no thread waits for is locked and unlocked in code that the
// compiler instruments. One that threads wait for is locked and unlocked in Swift's library, which isn't instrumented:
// without this file, the sanitizer would report the values of such mutexes.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *mutex
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

extern void __tsan_acquire(void *address);
extern void __tsan_release(void *address);
SWIFT void lock(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void unlock(SELF) __asm__(UNLOCK);

static SWIFT void (*libraryLock)(uint32_t thread, SELF);
static SWIFT void (*libraryUnlock)(SELF);

__attribute__((constructor)) static void find(void) {
  libraryLock = dlsym(RTLD_NEXT, LOCK);
  libraryUnlock = dlsym(RTLD_NEXT, UNLOCK);
}

SWIFT void lock(uint32_t thread, SELF) {
  libraryLock(thread, mutex);
  __tsan_acquire(mutex);
}

SWIFT void unlock(SELF) {
  __tsan_release(mutex);
  libraryUnlock(mutex);
}
