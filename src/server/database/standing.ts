import { and, isNull } from 'drizzle-orm';
import { classes, registrations } from './schema.ts';

/** A class that is neither deleted nor canceled. */
export const isStanding = and(isNull(classes.deletedAt), isNull(classes.cancellationId));

/** A registration that has neither ended nor been suspended. */
export const hasPlace = and(isNull(registrations.endedAt), isNull(registrations.suspendedBy));
