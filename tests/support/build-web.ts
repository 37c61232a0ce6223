import { buildWebIfStale } from '../../scripts/build-web.ts';

export default () => buildWebIfStale(() => {});
