import { buildWebIfStale } from '../../scripts/build-web.ts';

/** What is in the built pages, and how much it weighs, is asked of a build. */
export default () => buildWebIfStale(() => {});
