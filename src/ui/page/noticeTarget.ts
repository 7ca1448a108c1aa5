import type { Notification } from '../../protocol/envelope.ts';
import { pageLinks } from '../../protocol/pageLinks.ts';
import type { Target } from './Link.tsx';

/** The transfer that a notice tells about; undefined where it tells of something else. */
export function noticeTarget({ data }: Pick<Notification, 'data'>): Target<typeof pageLinks.transfer> | undefined {
  const { id } = data;
  return typeof id === 'number' ? { page: pageLinks.transfer, params: { id } } : undefined;
}
