import { openDisk, type DiskSettings } from './disk/index.ts';
import type { ObjectStorage } from './port.ts';
import { openS3, type S3Settings } from './s3/index.ts';

export type StorageSettings = ({ readonly provider: 'disk' } & DiskSettings) | ({ readonly provider: 's3' } & S3Settings);

/** The object store of the settings: an encrypted folder, or a bucket. */
export function openStorage(settings: StorageSettings): ObjectStorage {
  return settings.provider === 'disk' ? openDisk(settings) : openS3(settings);
}
