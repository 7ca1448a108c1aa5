import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  type CompletedPart,
  type GetObjectCommandOutput,
} from '@aws-sdk/client-s3';
import {
  BodyFailed,
  checkNames,
  metered,
  pieces,
  TooLarge,
  unknown,
  type DeleteAnswer,
  type GetAnswer,
  type NewObject,
  type ObjectStorage,
  type PutAnswer,
} from '../port.ts';

export interface S3Settings {
  readonly bucket: string;
  readonly region: string;
  /** For stores that are not Amazon's; undefined lets the region decide. */
  readonly endpoint?: string;
  /** Bucket in the path rather than in the host name, as most other stores want it. */
  readonly isPathStyle: boolean;
  /** Undefined takes what the machine is entitled to by its role. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Stands before every key, as in "atrium/". */
  readonly prefix: string;
  /** The bucket's own encryption, on unless the store has none. */
  readonly encryption: 'AES256' | 'aws:kms' | 'none';
  /** The bucket has object lock: what is put with a day to keep it until is held to that day, by the store itself. */
  readonly hasObjectLock?: boolean;
  readonly timeoutMs?: number;
}

/** S3 takes parts of at least five mebibytes, the last excepted; so much of an object is in memory at once. */
const partLength = 5 * 1024 * 1024;

/** A bucket by the S3 protocol (docs.aws.amazon.com/AmazonS3/latest/API). */
export function openS3(settings: S3Settings): ObjectStorage {
  const timeoutMs = settings.timeoutMs ?? 15_000;
  const client = new S3Client({
    region: settings.region,
    forcePathStyle: settings.isPathStyle,
    maxAttempts: 3,
    // Many stores of other makers do not know the checksums that are otherwise sent with every request.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: timeoutMs, requestTimeout: timeoutMs },
    ...(settings.endpoint === undefined ? {} : { endpoint: settings.endpoint }),
    ...(settings.credentials === undefined ? {} : { credentials: settings.credentials }),
  });
  const bucket = { client, settings };
  return {
    put: (key, object) => put(bucket, key, object),
    get: (key) => get(bucket, key),
    delete: (key) => remove(bucket, key),
  };
}

interface Bucket {
  readonly client: S3Client;
  readonly settings: S3Settings;
}

async function put(bucket: Bucket, key: string, object: NewObject): Promise<PutAnswer> {
  checkNames(key, object.contentType);
  const body = metered(object);
  const parts = pieces(body.chunks, partLength);
  try {
    const first = await parts.next();
    if (first.done) throw new Error('a body has at least one piece');
    const named = { ...place(bucket, key), ...description(bucket.settings, object.contentType) };
    const lock = lockOf(bucket.settings, object);
    if (first.value.isLast) await bucket.client.send(new PutObjectCommand({ ...named, ...lock, Body: first.value.bytes }));
    else if (lock) throw new RangeError(`an object that is kept has ${partLength} bytes at most`);
    else await putInParts(bucket, named, { first: first.value.bytes, parts });
    return { outcome: 'stored', ...body.total() };
  } catch (error) {
    if (error instanceof TooLarge) return { outcome: 'refused', code: 'too_large' };
    if (error instanceof BodyFailed) throw error;
    return unknown(error);
  }
}

interface Named {
  readonly Bucket: string;
  readonly Key: string;
}

/** A multipart upload: the object appears whole at the end, and the parts of one that failed are thrown away. */
async function putInParts(
  bucket: Bucket,
  named: Named & ReturnType<typeof description>,
  pile: { first: Buffer; parts: AsyncIterable<{ bytes: Buffer }> },
): Promise<void> {
  const { client } = bucket;
  const target: Named = { Bucket: named.Bucket, Key: named.Key };
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(named));
  try {
    const done: CompletedPart[] = [];
    const upload = async (Body: Buffer): Promise<void> => {
      const PartNumber = done.length + 1;
      const { ETag } = await client.send(new UploadPartCommand({ ...target, UploadId, PartNumber, Body }));
      done.push({ PartNumber, ETag });
    };
    await upload(pile.first);
    for await (const { bytes } of pile.parts) await upload(bytes);
    await client.send(new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts: done } }));
  } catch (error) {
    // What cannot be thrown away now falls to the bucket's rule for unfinished uploads.
    await client.send(new AbortMultipartUploadCommand({ ...target, UploadId })).catch(() => undefined);
    throw error;
  }
}

function description(settings: S3Settings, ContentType: string) {
  return settings.encryption === 'none' ? { ContentType } : { ContentType, ServerSideEncryption: settings.encryption };
}

/** A request with a lock must carry a checksum (docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html). */
function lockOf({ hasObjectLock }: S3Settings, { keepUntil }: NewObject) {
  if (!hasObjectLock || keepUntil === undefined) return undefined;
  return { ObjectLockMode: 'COMPLIANCE', ObjectLockRetainUntilDate: keepUntil, ChecksumAlgorithm: 'SHA256' } as const;
}

async function get(bucket: Bucket, key: string): Promise<GetAnswer> {
  checkNames(key);
  try {
    const answer = await bucket.client.send(new GetObjectCommand(place(bucket, key)));
    const size = answer.ContentLength ?? 0;
    const contentType = answer.ContentType ?? 'application/octet-stream';
    return { outcome: 'found', object: { contentType, size, body: bodyOf(answer) } };
  } catch (error) {
    return error instanceof Error && error.name === 'NoSuchKey' ? { outcome: 'absent' } : unknown(error);
  }
}

async function* bodyOf(answer: GetObjectCommandOutput): AsyncGenerator<Uint8Array> {
  const reader = answer.Body?.transformToWebStream().getReader();
  if (!reader) return;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    await reader.cancel();
  }
}

async function remove(bucket: Bucket, key: string): Promise<DeleteAnswer> {
  checkNames(key);
  try {
    await bucket.client.send(new DeleteObjectCommand(place(bucket, key)));
    return { outcome: 'deleted' };
  } catch (error) {
    return unknown(error);
  }
}

function place(bucket: Bucket, key: string): Named {
  return { Bucket: bucket.settings.bucket, Key: `${bucket.settings.prefix}${key}` };
}
