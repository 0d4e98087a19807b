import type { OnlineBookingSetting } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { CARE_TYPES } from "../../offering/shared/care-types.ts";
import { sitesIn } from "./own-sites.ts";
import { plainPageName } from "./page-name.ts";

/** What the form holds: a choice from a list is its text. */
export type Values = {
  isEnable: boolean;
  bookOnlineName: string;
  clientPortal: boolean;
  correctionsAtOnce: boolean;
  submissionCheck: string;
  clientChanges: boolean;
  changeNoticeHours: string;
  acceptedClientType: string;
  /** By care type; "0": as acceptedClientType. */
  acceptedByCare: Record<string, string>;
  soonestAvailable: string;
  farthestAvailable: string;
  timeslotLength: string;
  busyFilter: string;
  noticeMinutes: string;
  arrivalWindowBefore: string;
  arrivalWindowAfter: string;
  requestPromiseHours: string;
  staffSelection: boolean;
  onlyInServiceAreas: boolean;
  cancellationPolicy: string;
  /** One on each line. */
  embedSites: string;
  stayMinNights: string;
  stayMaxNights: string;
  stayNoticeHours: string;
  stayArrivalFrom: number | undefined;
  stayArrivalTo: number | undefined;
  stayDepartureFrom: number | undefined;
  stayDepartureTo: number | undefined;
};

/** Minutes as a choice in a list. */
export const inWords = (one: number): string => {
  if (one === 0) return "None";
  return one >= 60 && one % 60 === 0 ? `${one / 60} ${one === 60 ? "hour" : "hours"}` : `${one} minutes`;
};

const ruleOf = (known: OnlineBookingSetting, id: string) =>
  known.acceptedByCare?.rules.find(({ careType }) => careType === id)?.acceptedClientType;

const careRulesIn = ({ acceptedByCare }: Values) =>
  Object.entries(acceptedByCare).flatMap(([careType, type]) => (Number(type) > 0 ? { careType, acceptedClientType: Number(type) } : []));

export const valuesOf = (known: OnlineBookingSetting): Values => ({
  isEnable: known.isEnable,
  bookOnlineName: known.bookOnlineName,
  clientPortal: known.clientPortal,
  correctionsAtOnce: known.correctionsAtOnce,
  submissionCheck: String(known.submissionCheck),
  clientChanges: known.clientChanges,
  changeNoticeHours: String(known.changeNoticeHours),
  acceptedClientType: String(known.acceptedClientType),
  acceptedByCare: Object.fromEntries(CARE_TYPES.map(({ id }) => [id, String(ruleOf(known, id) ?? 0)])),
  soonestAvailable: String(known.soonestAvailable),
  farthestAvailable: String(known.farthestAvailable),
  timeslotLength: String(known.timeslotLength),
  busyFilter: String(known.busyFilter),
  noticeMinutes: String(known.noticeMinutes),
  arrivalWindowBefore: String(known.arrivalWindowBefore),
  arrivalWindowAfter: String(known.arrivalWindowAfter),
  requestPromiseHours: String(known.requestPromiseHours),
  staffSelection: known.staffSelection,
  onlyInServiceAreas: known.onlyInServiceAreas,
  cancellationPolicy: known.cancellationPolicy,
  embedSites: (known.embedSites?.sites ?? []).join("\n"),
  stayMinNights: String(known.stayMinNights),
  stayMaxNights: String(known.stayMaxNights),
  stayNoticeHours: String(known.stayNoticeHours),
  stayArrivalFrom: known.stayArrivalFrom,
  stayArrivalTo: known.stayArrivalTo,
  stayDepartureFrom: known.stayDepartureFrom,
  stayDepartureTo: known.stayDepartureTo,
});

export const changeOf = (values: Values, known: Pick<OnlineBookingSetting, "bookOnlineName">) => {
  const name = plainPageName(values.bookOnlineName);
  return {
    ...(name !== known.bookOnlineName && { bookOnlineName: name }),
    isEnable: values.isEnable,
    clientPortal: values.clientPortal,
    correctionsAtOnce: values.correctionsAtOnce,
    clientChanges: values.clientChanges,
    staffSelection: values.staffSelection,
    onlyInServiceAreas: values.onlyInServiceAreas,
    cancellationPolicy: values.cancellationPolicy,
    submissionCheck: Number(values.submissionCheck),
    changeNoticeHours: Number(values.changeNoticeHours),
    acceptedClientType: Number(values.acceptedClientType),
    acceptedByCare: { rules: careRulesIn(values) },
    soonestAvailable: Number(values.soonestAvailable),
    farthestAvailable: Number(values.farthestAvailable),
    timeslotLength: Number(values.timeslotLength),
    busyFilter: Number(values.busyFilter),
    noticeMinutes: Number(values.noticeMinutes),
    arrivalWindowBefore: Number(values.arrivalWindowBefore),
    arrivalWindowAfter: Number(values.arrivalWindowAfter),
    requestPromiseHours: Number(values.requestPromiseHours),
    stayMinNights: Number(values.stayMinNights),
    stayMaxNights: Number(values.stayMaxNights),
    stayNoticeHours: Number(values.stayNoticeHours),
    embedSites: { sites: sitesIn(values.embedSites) },
    ...timesOf(values),
  };
};

/** A time that was emptied stays as it was. */
const timesOf = ({ stayArrivalFrom, stayArrivalTo, stayDepartureFrom, stayDepartureTo }: Values) => ({
  ...(stayArrivalFrom !== undefined && { stayArrivalFrom }),
  ...(stayArrivalTo !== undefined && { stayArrivalTo }),
  ...(stayDepartureFrom !== undefined && { stayDepartureFrom }),
  ...(stayDepartureTo !== undefined && { stayDepartureTo }),
});
