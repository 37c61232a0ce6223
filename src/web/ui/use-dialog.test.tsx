import { screen } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { render } from '../testing/render.ts';
import { useDialog } from './use-dialog.ts';

function Counter({ name, open }: { name: string; open: boolean }) {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {`${name} ${open ? 'open' : 'closed'} ${count}`}
    </button>
  );
}

function TwoDialogs() {
  const first = useDialog<string>();
  const second = useDialog<string>();
  return (
    <>
      {first.render(({ open }, name) => (
        <Counter name={name} open={open} />
      ))}
      {second.render(({ open }, name) => (
        <Counter name={name} open={open} />
      ))}
      <button type="button" onClick={() => first.open('First')}>
        Open first
      </button>
      <button type="button" onClick={() => second.open('Second')}>
        Open second
      </button>
      <button type="button" onClick={second.close}>
        Close second
      </button>
    </>
  );
}

const press = async (name: string) => userEvent.click(await screen.findByText(name));

test('two dialogs on a page open and close independently', async () => {
  render(<TwoDialogs />);
  await press('Open first');
  await press('Open second');
  await press('Close second');
  await screen.findByText('Second closed 0');
  expect(screen.getAllByText(/^(First|Second) /)).toHaveLength(2);
});

test('a dialog keeps its state while it closes and starts over when opened again', async () => {
  render(<TwoDialogs />);
  await press('Open second');
  await press('Second open 0');
  await press('Close second');
  await screen.findByText('Second closed 1');
  await press('Open second');
  await screen.findByText('Second open 0');
});
