/*
 * Stands in for the functions of winspool.drv and kernel32.dll that hand a label over, with Windows' own types and numbers. How
 * a queue behaves is its name; what it takes is appended to the file that STAND_IN_SPOOL names.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  const uint16_t *name, *output, *datatype;
} DOC_INFO_1;

static char queue[64];
static uint32_t error;
static uint32_t taken;
static int looks;

static void narrow(const uint16_t *text, char *to, size_t most) {
  size_t at = 0;
  for (; text[at] && at + 1 < most; at++) to[at] = (char)text[at];
  to[at] = 0;
}
static int is(const char *name) { return strcmp(queue, name) == 0; }
static int fail(uint32_t code) {
  error = code;
  return 0;
}
static void hang(void) {
  for (;;) sleep(1000);
}

uint32_t GetLastError(void) { return error; }

int OpenPrinterW(const uint16_t *name, uintptr_t *printer, void *defaults) {
  (void)defaults;
  narrow(name, queue, sizeof queue);
  if (is("nowhere")) return fail(1801);
  if (is("denied")) return fail(5);
  if (is("no spooler")) return fail(1722);
  if (is("hangs when opened")) hang();
  *printer = (uintptr_t)0x1234567890ull;
  return 1;
}

uint32_t StartDocPrinterW(uintptr_t printer, uint32_t level, DOC_INFO_1 *info) {
  char datatype[8];
  narrow(info->datatype, datatype, sizeof datatype);
  if (printer != (uintptr_t)0x1234567890ull || level != 1 || strcmp(datatype, "RAW") != 0) return fail(87);
  if (is("takes no raw")) return fail(1804);
  if (is("hangs when started")) hang();
  return 4711;
}

int WritePrinter(uintptr_t printer, const uint8_t *bytes, uint32_t count, uint32_t *written) {
  (void)printer;
  if (is("hangs when written")) hang();
  if (is("crashes")) abort();
  if (is("full") && taken > 0) return fail(112);
  uint32_t now = is("slow") && count > 1000 ? 1000 : count;
  FILE *file = fopen(getenv("STAND_IN_SPOOL"), "ab");
  if (!file) return fail(3);
  fwrite(bytes, 1, now, file);
  fclose(file);
  taken += now;
  *written = now;
  return 1;
}

int EndDocPrinter(uintptr_t printer) {
  (void)printer;
  if (is("hangs when ended")) hang();
  return is("not closed") ? fail(5) : 1;
}

int GetJobW(uintptr_t printer, uint32_t id, uint32_t level, uint8_t *job, uint32_t size, uint32_t *needed) {
  (void)printer;
  (void)needed;
  if (id != 4711 || level != 1 || size < 64) return fail(87);
  looks++;
  if (is("gone at once") || is("slow")) return fail(87);
  if (is("hangs when asked")) hang();
  uint32_t status = 0x8; /* spooling */
  if (is("paused")) status = 0x1;
  if (is("out of paper")) status = 0x10 | 0x40;
  if (is("offline")) status = 0x20;
  if (is("deleted") && looks > 1) status = 0x4 | 0x100;
  if (is("printed")) status = looks > 1 ? 0x80 : 0x10;
  if (is("printed and deleted")) status = 0x80 | 0x100;
  memset(job, 0, 64);
  memcpy(job, &id, sizeof id);
  memcpy(job + 56, &status, sizeof status);
  return 1;
}

int ClosePrinter(uintptr_t printer) {
  (void)printer;
  return 1;
}

typedef struct {
  const uint16_t *server, *name, *share, *port, *driver, *comment, *location;
  void *mode;
  const uint16_t *separator, *processor, *datatype, *parameters;
  void *security;
  uint32_t numbers[8];
} PRINTER_INFO_2;

/* Two queues of this machine; the names lie behind them in the caller's memory, as Windows has them. */
int EnumPrintersW(uint32_t flags, void *from, uint32_t level, uint8_t *to, uint32_t size, uint32_t *needed,
                  uint32_t *returned) {
  static const uint16_t names[2][2][16] = {{u"Dock \u00d1", u"ZDesigner ZD421"}, {u"Office", u""}};
  *needed = 2 * sizeof(PRINTER_INFO_2) + sizeof names;
  *returned = 0;
  if (flags != 6 || from || level != 2) return fail(87);
  if (size < *needed) return fail(122);
  memset(to, 0, 2 * sizeof(PRINTER_INFO_2));
  memcpy(to + 2 * sizeof(PRINTER_INFO_2), names, sizeof names);
  const uint16_t *at = (const uint16_t *)(to + 2 * sizeof(PRINTER_INFO_2));
  for (int i = 0; i < 2; i++) {
    PRINTER_INFO_2 *info = (PRINTER_INFO_2 *)to + i;
    info->name = at + 32 * i;
    info->driver = at + 32 * i + 16;
  }
  *returned = 2;
  return 1;
}
