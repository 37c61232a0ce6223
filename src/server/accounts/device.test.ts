import { expect, test } from 'vitest';
import { describeDevice } from './device.ts';

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)';
const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8)';
const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const appleWebKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [`${windows} ${webKit} Chrome/126.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [`${windows} ${webKit} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`, 'Edge on Windows'],
  [`${windows} ${webKit} Chrome/126.0.0.0 Safari/537.36 OPR/111.0.0.0`, 'Opera on Windows'],
  ['Mozilla/5.0 (Windows NT 10.0; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox on Windows'],
  [`${mac} ${appleWebKit} Version/17.5 Safari/605.1.15`, 'Safari on Mac'],
  [`${iPhone} ${appleWebKit} Version/17.5 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
  [`${iPhone} ${appleWebKit} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
  [`${iPhone} ${appleWebKit} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`, 'Firefox on iPhone'],
  [`${iPhone} ${appleWebKit} Mobile/15E148 Instagram 330.0`, 'Unknown browser on iPhone'],
  [
    `Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) ${appleWebKit} Version/12.1 Mobile/15E148 Safari/604.1`,
    'Safari on iPad',
  ],
  [`${android} ${webKit} Chrome/126.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [
    `${android} ${webKit} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/126.0.0.0 Safari/537.36`,
    'Chrome on Chromebook',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox on Linux'],
  ['curl/8.7.1', 'Unknown browser'],
  ['', 'Unknown browser'],
  [null, 'Unknown browser'],
])('%s is %s', (userAgent, device) => {
  expect(describeDevice(userAgent)).toBe(device);
});
