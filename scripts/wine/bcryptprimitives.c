/* For tests under Wine only: older versions lack bcryptprimitives.dll, from which Rust's standard library takes its one
 * function for random bytes. Windows has it; nothing of this is part of the program. */
#include <windows.h>

/* RtlGenRandom by its exported name. */
BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length) {
    while (length > 0) {
        ULONG part = length > 0x10000000 ? 0x10000000 : (ULONG)length;
        if (!SystemFunction036(data, part)) {
            return FALSE;
        }
        data += part;
        length -= part;
    }
    return TRUE;
}
