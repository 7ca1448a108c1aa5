import type { Notification } from '../../wire/envelope.ts';
import { landmarks } from '../../wire/landmarks.ts';
import type { Target } from './Link.tsx';

/** The transfer that a notice tells about; undefined where it tells of something else. */
export function noticeTarget({ data }: Pick<Notification, 'data'>): Target<typeof landmarks.transfer> | undefined {
  const { id } = data;
  return typeof id === 'number' ? { page: landmarks.transfer, params: { id } } : undefined;
}
