/**
 * Gives the memory of bytes that nobody reads any more back at once: left to the collector, tens of megabytes come together first.
 * Only where the bytes are all of their memory, so that no part of it is somebody else's.
 */
export function release({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
