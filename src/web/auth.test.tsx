import { screen } from '@testing-library/dom';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createQueryClient, Providers } from './app/providers.tsx';
import { AuthProvider, useAuth } from './auth.tsx';
import { fakeApi, Refusal } from './testing/fake-api.ts';
import { render } from './testing/render.ts';

function ShowError() {
  const { error } = useAuth();
  return <p>{error?.message}</p>;
}

test('a user who can’t be loaded is an error', async () => {
  fakeApi({ 'GET /api/user': new Refusal(500, 'Away.') }, () => new Date());
  render(
    <Providers client={createQueryClient()}>
      <AuthProvider>
        <ShowError />
      </AuthProvider>
    </Providers>,
  );
  expect(await screen.findByText('Failed to fetch user')).toBeTruthy();
});

test('useAuth throws outside its provider', () => {
  expect(() => renderToString(<ShowError />)).toThrow(
    'useAuth must be used within an AuthProvider',
  );
});
