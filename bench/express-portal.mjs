// The same two calls the way most people would write them: with Express, Helmet, cookie-parser and Sequelize, used as
// documented, and with the same course rules and pool size.
import { createHash } from 'node:crypto';
import cookieParser from 'cookie-parser';
import express from 'express';
import helmet from 'helmet';
import { DataTypes, Op, Sequelize } from 'sequelize';
import { ROOM_CLOSES_MS, ROOM_OPENS_MS } from '../src/course/attendance-states.ts';
import { classTypeFor } from '../src/course/course.ts';
import { dayOfWeek } from '../src/course/format-time.ts';
import { criteriaForNextClass } from '../src/course/slot-choice.ts';
import { offerNextClassSlots } from '../src/course/slots.ts';
import { placesLeftOf } from './calls.ts';

const firstClass = 5;
const twoYears = 2 * 366 * 24 * 60 * 60 * 1000;
const sequelize = new Sequelize(process.env.DATABASE_URL, {
  logging: false,
  pool: { max: 10 },
  define: { underscored: true, timestamps: false },
});
const { BLOB, BOOLEAN, DATE, DATEONLY, INTEGER, TEXT } = DataTypes;

const Person = sequelize.define('person', {
  role: TEXT,
  isAdmin: BOOLEAN,
  email: TEXT,
  phone: TEXT,
  firstName: TEXT,
  lastName: TEXT,
  startDate: DATEONLY,
  transferStudent: BOOLEAN,
  retreatContinueClicked: BOOLEAN,
  textContinueClicked: BOOLEAN,
  textConsent: BOOLEAN,
  createdAt: DATE,
});
const Session = sequelize.define('session', {
  idHash: { type: BLOB, primaryKey: true },
  startedAt: DATE,
  expiresAt: DATE,
});
const Class = sequelize.define('class', {
  startsAt: DATE,
  classType: TEXT,
  zoomJoinUrl: TEXT,
  wasHeld: BOOLEAN,
  attendanceProblem: TEXT,
  deletedAt: DATE,
  cancellationId: INTEGER,
});
const ClassCancellation = sequelize.define('classCancellation', {
  reason: TEXT,
  registrationId: INTEGER,
});
const Registration = sequelize.define('registration', {
  studentId: INTEGER,
  classNumber: INTEGER,
  isRescheduled: BOOLEAN,
  endedAt: DATE,
});
const Attendance = sequelize.define(
  'attendance',
  { personId: { type: INTEGER, primaryKey: true }, status: TEXT },
  { tableName: 'attendance' },
);
const MeetingRegistrant = sequelize.define('meetingRegistrant', {
  personId: { type: INTEGER, primaryKey: true },
  joinUrl: TEXT,
});
const RoomEvent = sequelize.define('roomEvent', {
  personId: INTEGER,
  classId: INTEGER,
  kind: TEXT,
  at: DATE,
});
const AttendanceCorrection = sequelize.define('attendanceCorrection', {
  personId: { type: INTEGER, primaryKey: true },
  classId: INTEGER,
  status: TEXT,
});
Session.belongsTo(Person);
Class.belongsTo(Person, { as: 'instructor' });
Registration.belongsTo(Class);
Registration.belongsTo(ClassCancellation, { as: 'cancellation', foreignKey: 'suspendedBy' });
for (const Other of [Attendance, MeetingRegistrant]) {
  Other.belongsTo(Class);
  Registration.hasOne(Other, { sourceKey: 'studentId', foreignKey: 'personId' });
}
const ofSameSeat = {
  person_id: { [Op.eq]: sequelize.col('registration.student_id') },
  class_id: { [Op.eq]: sequelize.col('registration.class_id') },
};
const instructor = { model: Person, as: 'instructor', attributes: ['firstName'] };

const app = express();
app.use(helmet());
app.use(cookieParser());
app.use(express.json());
app.use('/api', async (request, response, next) => {
  const idHash = createHash('sha256')
    .update(request.cookies.session ?? '')
    .digest();
  const session = await Session.findOne({
    where: { idHash, expiresAt: { [Op.gt]: new Date() } },
    include: Person,
  });
  if (session?.person.role !== 'student') {
    response.status(session ? 403 : 401).json({ message: 'Please sign in first.' });
    return;
  }
  request.person = session.person;
  next();
});

app.get('/api/schedule', async (request, response) => {
  const personId = request.person.id;
  const [events, corrections] = await Promise.all([
    RoomEvent.findAll({ where: { personId, kind: ['joined', 'left'] } }),
    AttendanceCorrection.findAll({ where: { personId, status: 'Missed' } }),
  ]);
  const wasInRoom = ({ classId, class: { startsAt } }) =>
    corrections.every((correction) => correction.classId !== classId) &&
    events.some(
      (event) =>
        event.classId === classId &&
        event.at >= startsAt.getTime() - ROOM_OPENS_MS &&
        event.at <= startsAt.getTime() + ROOM_CLOSES_MS,
    );
  const found = await Registration.findAll({
    where: { studentId: personId, endedAt: null },
    include: [
      {
        model: Class,
        attributes: ['startsAt', 'zoomJoinUrl', 'wasHeld', 'attendanceProblem'],
        include: [instructor],
      },
      {
        model: MeetingRegistrant,
        attributes: ['joinUrl'],
        required: false,
        on: ofSameSeat,
      },
      {
        model: ClassCancellation,
        as: 'cancellation',
        attributes: ['reason', 'registrationId'],
        required: false,
      },
    ],
    order: ['classNumber'],
  });
  response.json(
    found.map((entry) => ({
      id: entry.id,
      classNumber: entry.classNumber,
      classId: entry.classId,
      isRescheduled: entry.isRescheduled,
      wasInRoom: wasInRoom(entry),
      wasHeld: entry.class.attendanceProblem === null ? entry.class.wasHeld : null,
      studentZoomJoinUrl: entry.meetingRegistrant?.joinUrl ?? null,
      class: {
        startTime: entry.class.startsAt,
        zoomJoinUrl: entry.class.zoomJoinUrl,
        instructorFirstName: entry.class.instructor?.firstName ?? null,
      },
      cancellation: entry.cancellation && {
        reason: entry.cancellation.reason,
        isOfPlace: entry.cancellation.registrationId !== null,
      },
    })),
  );
});

app.get('/api/classes/available', async (request, response) => {
  const now = new Date();
  const { id: studentId, startDate } = request.person;
  const held = await Registration.findAll({
    where: { studentId, endedAt: null },
    include: [
      { model: Class, attributes: ['startsAt'] },
      {
        model: Attendance,
        attributes: ['status'],
        required: false,
        on: ofSameSeat,
      },
    ],
  });
  const registrations = held.map((registration) => ({
    id: registration.id,
    classId: registration.classId,
    classNumber: registration.classNumber,
    startsAt: registration.class.startsAt,
    isSuspended: registration.suspendedBy !== null,
  }));
  const progress = { startDate, registrations };
  const { classNumber } = criteriaForNextClass(progress, firstClass, now);
  const slots = await Class.findAll({
    where: {
      deletedAt: null,
      cancellationId: null,
      classType: classTypeFor(classNumber),
      startsAt: { [Op.gt]: now, [Op.lt]: new Date(now.getTime() + twoYears) },
    },
    attributes: { include: [[sequelize.literal(placesLeftOf('class')), 'placesLeft']] },
    include: [instructor],
    order: ['startsAt', 'id'],
  });
  const weekOffset = Number(request.query.weekOffset);
  const withPlaces = slots.map(({ id, startsAt, classType, instructor, dataValues }) => {
    return { id, startsAt, classType, instructor, placesLeft: dataValues.placesLeft };
  });
  const offer = offerNextClassSlots(withPlaces, progress, { weekOffset, firstClass, now });
  response.json({
    nextClassNumber: offer.nextClassNumber,
    classes: offer.classes.map((slot) => ({
      id: slot.id,
      startTime: slot.startsAt,
      dayOfWeek: dayOfWeek(slot.startsAt),
      placesLeft: slot.placesLeft,
      isFull: slot.placesLeft !== null && slot.placesLeft <= 0,
      instructorFirstName: slot.instructor?.firstName,
    })),
    canGoBack: offer.canGoBack,
    canGoOn: offer.canGoOn,
    nextFreeWeek: offer.nextFreeWeek,
    emptyWeek: offer.emptyWeek,
    firstFutureWeek: offer.firstFutureWeek,
  });
});

const server = app.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${server.address().port}`);
});
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
