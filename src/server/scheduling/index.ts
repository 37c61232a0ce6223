export { chooseClass, moveRegistration } from './commands.ts';
export { cancelForStudent, moveForStudent } from './for-students.ts';
export {
  end,
  followClass,
  register,
  restore,
  suspend,
  toRegistrationConflict,
} from './registration-state.ts';
export { serveScheduling } from './routes.ts';
export { selectHeldClasses, selectRegistrations } from './selections.ts';
export { chooseMakeupByText, findMakeupTimes, undoMakeupByText } from './text-makeups.ts';
export { undoAttendedMakeups } from './undo-attended-makeups.ts';
export { findWish, openWishProblems } from './wishes.ts';
