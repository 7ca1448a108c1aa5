/** On every answer of the portal: the newest line of the live stream when the question came. */
export const liveLineHeader = 'live-line';
