import { pageLinks } from '../../protocol/pageLinks.ts';
import { leadsTo, notices } from '../../protocol/notice.ts';
import { documentsContract } from './contract.ts';

const hiddenOn = [documentsContract.pages.verifyProfile, documentsContract.pages.documentsList];
const list = leadsTo(pageLinks.documents);

/** What a client is told of their papers. */
export const documentsNotices = notices({
  document_approved: { level: 'success', channels: ['screen'], target: list, hiddenOn },
  document_rejected: { level: 'error', channels: ['screen', 'mail'], target: list },
  document_asked_again: { level: 'warning', channels: ['screen', 'mail'], target: list },
  // Both papers: the profile is verified.
  papers_approved: { level: 'success', channels: ['screen', 'mail'], target: list },
  document_expires: { level: 'warning', channels: ['screen', 'mail'], target: list },
  document_expired: { level: 'error', channels: ['screen', 'mail'], target: list },
});
