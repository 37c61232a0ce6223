export { serveBroadcasts } from './routes.ts';
export { type Audience, countPeople, previewBroadcast, sendBroadcast, sendOnce } from './send.ts';
