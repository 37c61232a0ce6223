import { useState } from 'react';
import { Radio } from '../ui/radio.tsx';

const themes = [
  ['', 'Same as my device'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;
type Theme = (typeof themes)[number][0];

const yearSeconds = 365 * 24 * 60 * 60;

/** Uses a cookie, so that the server can render the next page in this theme. */
function keepTheme(theme: Theme) {
  document.documentElement.dataset.theme = theme;
  const life = theme === '' ? 0 : yearSeconds;
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox have had the Cookie Store API only for a short time
  document.cookie = `theme=${theme}; path=/; max-age=${life}; samesite=lax`;
}

export function Appearance() {
  const [theme, setTheme] = useState(document.documentElement.dataset.theme ?? '');
  return (
    <fieldset className="mt-3">
      <legend className="text-muted">How the portal looks on this device</legend>
      <div className="mt-2 grid gap-x-6 sm:flex">
        {themes.map(([value, label]) => (
          <Radio
            key={value}
            name="theme"
            checked={theme === value}
            onChange={() => {
              setTheme(value);
              keepTheme(value);
            }}
          >
            {label}
          </Radio>
        ))}
      </div>
    </fieldset>
  );
}
