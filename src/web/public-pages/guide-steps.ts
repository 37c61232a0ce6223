import { DEFAULT_RETREAT_CODE } from '../../course/course.ts';

/** The steps are also the video captions. Changing them requires new videos: npm run film-guides */
export interface Guide {
  /** Also names the video files and the anchor, for example /help#join-your-class. */
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
      'Open the email we sent you and press Sign In.',
      'You’re signed in. No password needed.',
      'No email? Type your phone number instead.',
      'We’ll text you the link.',
    ],
  },
  {
    name: 'class-times',
    title: 'Select your class times',
    steps: [
      'You’ll see the times for your next class, in Pacific Time.',
      'Press Select Time on the one that works for you.',
      'Press Continue. Your choice is saved.',
      'None of these times work? Press Later Week.',
      'Keep going until you have picked a time for Class 10.',
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
      'Afterward, your schedule shows that you were there.',
    ],
  },
  {
    name: 'retreat',
    title: 'Schedule your retreat',
    steps: [
      'After you pick Class 10, the retreat page opens.',
      'Press Retreats Website. It opens in a new tab.',
      `Choose a retreat, and use the code ${DEFAULT_RETREAT_CODE} at checkout.`,
      'Then come back here and press Continue.',
      'Your schedule shows your retreat, or how to book one.',
    ],
  },
  {
    name: 'reschedule',
    title: 'Reschedule a class',
    steps: [
      'Find the class on your schedule and press Reschedule.',
      'Pick another time. Later Week shows you the next week.',
      'Press Reschedule to save the new time.',
      'Your schedule shows it right away.',
    ],
  },
];
