import { DEFAULT_RETREAT_CODE } from '../../course/course.ts';

/**
 * What the films on the help page show, one sentence a step. The films' captions are these sentences, so a
 * change here asks for new films: npm run film-guides.
 */
export interface Guide {
  /** Also the name of its film, and of its place on the page: /help#join-your-class. */
  name: 'login' | 'class-times' | 'join-your-class' | 'retreat' | 'reschedule';
  title: string;
  steps: readonly string[];
}

export const guides: readonly Guide[] = [
  {
    name: 'login',
    title: 'Log in by email or phone',
    steps: [
      'Type your email address and press Send Login Link.',
      'Open the email we sent you and press Sign in.',
      'You are signed in. No password is needed.',
      'No email? Type your phone number instead.',
      'The link then comes as a text message.',
    ],
  },
  {
    name: 'class-times',
    title: 'Select your class times',
    steps: [
      'You see the times for your next class, in Pacific Time.',
      'Press Select Time on the one that suits you.',
      'Press Continue. Your choice is saved.',
      'None of these times work? Press Later week.',
      'Go on in the same way until you have chosen class 10.',
    ],
  },
  {
    name: 'join-your-class',
    title: 'Join your class',
    steps: [
      'Shortly before your class, open the link in your reminder, or sign in.',
      'On your schedule, press Join Class.',
      'Zoom opens in a new tab. Let it use your camera and microphone.',
      'Wait there until your teacher opens the class.',
      'Afterwards your schedule shows that you came.',
    ],
  },
  {
    name: 'retreat',
    title: 'Schedule your retreat',
    steps: [
      'After class 10 you come to the retreat page.',
      'Press Retreats website. It opens in a new tab.',
      `Choose a retreat, and use the code ${DEFAULT_RETREAT_CODE} at checkout.`,
      'Then come back here and press Continue.',
      'Your schedule shows your retreat, or the way to one.',
    ],
  },
  {
    name: 'reschedule',
    title: 'Reschedule a class',
    steps: [
      'Find the class on your schedule and press Reschedule.',
      'Choose another time. Later week shows you the week after.',
      'Press Reschedule to save the new time.',
      'Your schedule shows it at once.',
    ],
  },
];
