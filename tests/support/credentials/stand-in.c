/*
 * Stands in for the functions of advapi32.dll and kernel32.dll that keep a secret, with Windows' own types and numbers. Refuses
 * an entry that is not as @napi-rs/keyring writes them; keeps what it has until the process ends.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef uint16_t text_t;
typedef struct {
  uint32_t flags, type;
  const text_t *target, *comment;
  uint32_t written[2];
  uint32_t size;
  const uint8_t *blob;
  uint32_t persist, attributes;
  void *attribute;
  const text_t *alias, *user;
} CREDENTIALW;

#define MOST 16
static CREDENTIALW entries[MOST];
static uint32_t error;
static int unfreed;

static int fail(uint32_t code) {
  error = code;
  return 0;
}
static size_t length(const text_t *text) {
  size_t at = 0;
  while (text[at]) at++;
  return at;
}
static int same(const text_t *one, const text_t *other) {
  size_t bytes = (length(one) + 1) * sizeof(text_t);
  return length(one) == length(other) && memcmp(one, other, bytes) == 0;
}
static void *copy(const void *from, size_t bytes) { return bytes ? memcpy(malloc(bytes), from, bytes) : NULL; }
static const text_t *copied(const text_t *text) { return copy(text, (length(text) + 1) * sizeof(text_t)); }
static int begins(const text_t *text, const char *with) {
  for (; *with; with++)
    if (*text++ != (text_t)*with) return 0;
  return 1;
}
/* What a target's own name makes of every call. */
static uint32_t refusal(const text_t *target) {
  return begins(target, "denied.") ? 5 : begins(target, "no session.") ? 1312 : begins(target, "odd.") ? 87 : 0;
}
static CREDENTIALW *found(const text_t *target) {
  for (int at = 0; at < MOST; at++)
    if (entries[at].target && same(entries[at].target, target)) return &entries[at];
  return NULL;
}

uint32_t GetLastError(void) { return error; }
int Unfreed(void) { return unfreed; }

int CredWriteW(const CREDENTIALW *given, uint32_t flags) {
  if (refusal(given->target)) return fail(refusal(given->target));
  size_t user = length(given->user);
  int isNamed = memcmp(given->target, given->user, user * sizeof(text_t)) == 0 && begins(given->target + user, ".");
  if (flags || given->flags || given->type != 1 || given->persist != 3 || given->attributes || !isNamed) return fail(87);
  if (given->size > 2560) return fail(1783);
  CREDENTIALW *entry = found(given->target);
  for (int at = 0; !entry && at < MOST; at++)
    if (!entries[at].target) entry = &entries[at];
  *entry = *given;
  entry->target = copied(given->target);
  entry->user = copied(given->user);
  entry->blob = copy(given->blob, given->size);
  return 1;
}

int CredReadW(const text_t *target, uint32_t type, uint32_t flags, CREDENTIALW **read) {
  if (refusal(target)) return fail(refusal(target));
  CREDENTIALW *entry = found(target);
  if (!entry || type != 1 || flags) return fail(1168);
  *read = copy(entry, sizeof *entry);
  unfreed++;
  return 1;
}

int CredDeleteW(const text_t *target, uint32_t type, uint32_t flags) {
  if (refusal(target)) return fail(refusal(target));
  CREDENTIALW *entry = found(target);
  if (!entry || type != 1 || flags) return fail(1168);
  entry->target = NULL;
  return 1;
}

void CredFree(void *credential) {
  free(credential);
  unfreed--;
}
