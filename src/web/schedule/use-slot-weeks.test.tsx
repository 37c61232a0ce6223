import { expect, test } from 'vitest';
import { slotAt } from '../testing/fixtures.ts';
import { findChosen, noWeeks, receiveOffer } from './use-slot-weeks.ts';

interface Offer {
  classNumber: number;
  firstFutureWeek: number | null;
}

const source = {
  targetOf: ({ classNumber }: Offer) => classNumber,
  firstWeek: ({ firstFutureWeek }: Offer, asked: number) => firstFutureWeek ?? asked,
};
const offerFor = (classNumber: number, firstFutureWeek: number | null = null): Offer => ({
  classNumber,
  firstFutureWeek,
});
const settle = (state: Parameters<typeof receiveOffer<Offer>>[0], offer: Offer) =>
  receiveOffer(receiveOffer(state, offer, source), offer, source);

test('the first offer is shown for the requested week', () => {
  const offer = offerFor(5);
  expect(settle(noWeeks, offer).shown).toEqual({ weekOffset: 0, target: 5, offer });
});

test('an offer with a later first week moves there and shows nothing yet', () => {
  const state = receiveOffer<Offer>(noWeeks, offerFor(5, 3), source);
  expect(state.wantedOffset).toBe(3);
  expect(state.shown).toBeUndefined();
});

test('an offer that is already shown changes nothing', () => {
  const offer = offerFor(5);
  const state = settle(noWeeks, offer);
  expect(receiveOffer(state, offer, source)).toBe(state);
});

test('the previous week stays on the screen until the next one has loaded', () => {
  const first = offerFor(5);
  const turned = { ...settle(noWeeks, first), wantedOffset: 1 };
  expect(turned.shown?.offer).toBe(first);
  const next = offerFor(5);
  expect(receiveOffer(turned, next, source).shown).toEqual({
    weekOffset: 1,
    target: 5,
    offer: next,
  });
});

test('once a target has its week, a first week in a later offer is ignored', () => {
  const turned = { ...settle(noWeeks, offerFor(5)), wantedOffset: 1 };
  expect(settle(turned, offerFor(5, 7)).wantedOffset).toBe(1);
});

test('slots for another class start from their own first week', () => {
  const state = settle(noWeeks, offerFor(5));
  expect(receiveOffer(state, offerFor(6, 4), source)).toMatchObject({
    target: 6,
    wantedOffset: 4,
    shown: state.shown,
  });
});

test('the lowest week is the lowest one shown, not the last', () => {
  const low = settle({ ...noWeeks, wantedOffset: 2 }, offerFor(5));
  const high = settle({ ...low, wantedOffset: 6 }, offerFor(5));
  expect([low.lowestOffset, high.lowestOffset]).toEqual([2, 2]);
});

test('a choice stays in other weeks until it is gone or the class changes', () => {
  const slotOf = (id: number) => slotAt(id, '2026-11-24T17:00:00.000Z');
  const week = (weekOffset: number, target: number, ...ids: number[]) => ({
    weekOffset,
    target,
    offer: { classes: ids.map(slotOf) },
  });
  const choice = { weekOffset: 1, target: 5, offer: slotOf(7) };
  const chosenIn = (shown: ReturnType<typeof week>) => findChosen(choice, shown)?.id;
  expect(chosenIn(week(1, 5, 6, 7))).toBe(7);
  expect(chosenIn(week(2, 5, 8))).toBe(7);
  expect(chosenIn(week(2, 5))).toBe(7);
  expect(chosenIn(week(1, 5, 6))).toBeUndefined();
  expect(chosenIn(week(1, 6, 7))).toBeUndefined();
});

test('a week requested together with its target is shown, even if the offer names another first week', () => {
  const asked = { ...noWeeks, target: 6, wantedOffset: 3, lowestOffset: 1 };
  const offer = offerFor(6, 4);
  expect(settle(asked, offer)).toMatchObject({
    shown: { weekOffset: 3, offer },
    lowestOffset: 1,
    startOffset: undefined,
  });
});

test('the first week shown for a target is remembered after moving to other weeks', () => {
  const turned = { ...settle(noWeeks, offerFor(5, 2)), wantedOffset: 3 };
  expect(settle(turned, offerFor(5)).startOffset).toBe(2);
});
