export { archiveRequestsOf } from './archives.ts';
