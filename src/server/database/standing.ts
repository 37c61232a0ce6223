import { and, isNull } from 'drizzle-orm';
import { classes, registrations } from './schema.ts';

/** A class that takes place: neither deleted nor cancelled. */
export const isStanding = and(isNull(classes.deletedAt), isNull(classes.cancellationId));

/** A registration with a place in its class: neither cancelled nor waiting to be chosen again. */
export const hasPlace = and(isNull(registrations.endedAt), isNull(registrations.suspendedBy));
