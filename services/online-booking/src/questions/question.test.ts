import { ErrorCode, nobody, toWireDate } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import { ReferralSourceService } from "@leashline/proto/leashline/account/v1/referral_source_service_pb.js";
import { NoteService } from "@leashline/proto/leashline/customer/v1/note_pb.js";
import {
  type BookingQuestion,
  BookingQuestionService,
  QuestionMode,
  QuestionSubject,
  QuestionType,
} from "@leashline/proto/leashline/online_booking/v1/booking_question_pb.js";
import { BookingRequestService } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Desk, day, openDesk } from "../../test/desk.ts";

let desk: Desk;
const notes: object[] = [];
let sources: string[] = [];
beforeAll(async () => {
  const kept = async (note: object) => ({ note: notes.push(note) && {} });
  const listReferralSources = async () => ({ referralSources: sources.map((sourceName, at) => ({ id: String(at + 1), sourceName })) });
  desk = await openDesk([
    partOf(NoteService, { createNote: kept, createPetNote: kept }),
    partOf(ReferralSourceService, { listReferralSources }),
  ]);
});
afterAll(() => desk?.servers.stop());

const { VIEW_ONLY, VIEW_AND_EDIT, DISABLED } = QuestionMode;
const api = () => desk.servers.client(BookingQuestionService);
const listed = async () => (await api().getBookingQuestions({})).questions;
const save = async (change: (list: BookingQuestion[]) => object[]) =>
  (await api().saveBookingQuestions({ questions: change(await listed()) as never })).questions;
const setting =
  (key: string, to: object) =>
  (list: BookingQuestion[]): object[] =>
    list.map(({ $typeName: _, ...one }) => (one.key === key ? { ...one, ...to } : one));
const refused = async (change: (list: BookingQuestion[]) => object[]) => (await refusalOf(save(change))).code;
const own = {
  key: "custom_bites",
  question: "Does your pet bite?",
  subject: QuestionSubject.PET,
  questionType: QuestionType.RADIO,
  options: ["Yes", "No"],
  required: true,
  newAccessMode: VIEW_AND_EDIT,
  existingAccessMode: VIEW_AND_EDIT,
};
const rex = { petName: "Rex", petType: "Dog", breed: "Poodle", weight: 20, coatType: "Curly", serviceIds: ["1"] };
/** Entered by the shop, so that no code is asked for; `change` says what else they tell. */
const ask = async (pet: object, answers: object[] = []) => {
  const { statusToken } = await desk.servers.client(StorefrontService).submitBooking({
    bookOnlineName: desk.page,
    customer: { firstName: "Jo", lastName: "Park", phoneNumber: "+12065557777" },
    pets: [{ ...rex, ...pet }] as never,
    answers: answers as never,
    date: toWireDate(day),
    startTime: 600,
  });
  return (await desk.servers.client(BookingRequestService).getBookingRequest({ id: statusToken.split(".")[0]! })).bookingRequest!;
};

test.each(["pet_type", "pet_name", "breed", "weight", "coat_type"])(
  "ob-questions-required-pet: %s is always asked and required",
  async (key) => {
    expect((await listed()).find((one) => one.key === key)).toMatchObject({ required: true, subject: QuestionSubject.PET });
    expect(await refused(setting(key, { required: false }))).toBe(ErrorCode.PARAMS_INVALID);
    expect(await refused(setting(key, { newAccessMode: DISABLED, existingAccessMode: DISABLED }))).toBe(ErrorCode.PARAMS_INVALID);
    expect(await refused((list) => list.filter((one) => one.key !== key))).toBe(ErrorCode.PARAMS_INVALID);
  },
);

test("ob-question-modes: viewed, edited or disabled; phone number and referral source are only viewed", async () => {
  for (const key of ["phone_number", "referral_source"]) {
    expect(await refused(setting(key, { existingAccessMode: VIEW_AND_EDIT }))).toBe(ErrorCode.PARAMS_INVALID);
    expect((await listed()).find((one) => one.key === key)?.existingAccessMode).toBe(VIEW_ONLY);
  }
  const modes = [
    [VIEW_AND_EDIT, VIEW_ONLY],
    [VIEW_ONLY, DISABLED],
    [DISABLED, VIEW_AND_EDIT],
  ] as const;
  for (const [newAccessMode, existingAccessMode] of modes)
    expect((await save(setting("email", { newAccessMode, existingAccessMode }))).find(({ key }) => key === "email")).toMatchObject({
      newAccessMode,
      existingAccessMode,
    });
  expect(await refused(setting("email", { newAccessMode: 4 }))).toBe(ErrorCode.PARAMS_INVALID);
});

test("ob-custom-question-key: a question of one's own begins with custom_, and no other key is taken", async () => {
  expect((await save((list) => [...list, own])).at(-1)).toMatchObject(own);
  for (const key of ["bites", "Custom_bites", "customer_bites"])
    expect(await refused((list) => [...list, { ...own, key }])).toBe(ErrorCode.PARAMS_INVALID);
  expect(await refused((list) => [...list, own]), "twice").toBe(ErrorCode.PARAMS_INVALID);
});

test("ob-question-removed: with every mode disabled a question is gone, with one left it stays", async () => {
  const keys = async () => (await listed()).map(({ key }) => key);
  await save(setting("referral_source", { newAccessMode: DISABLED }));
  expect(await keys()).toContain("referral_source");
  await save(setting("referral_source", { newAccessMode: DISABLED, existingAccessMode: DISABLED }));
  expect(await keys()).not.toContain("referral_source");
});

test("what is asked stands on the page; answers stand on the request and with pet and client once it is accepted", async () => {
  const news = {
    ...own,
    key: "custom_news",
    question: "What is new?",
    subject: QuestionSubject.OWNER,
    questionType: QuestionType.LONG_TEXT,
    options: [],
  };
  await save((list) => [...list.filter(({ key }) => key !== news.key), { ...news, required: false }]);
  const { storefront } = await desk.servers.client(StorefrontService).getStorefront({ bookOnlineName: desk.page });
  expect(storefront?.questions.map(({ key }) => key)).toEqual(expect.arrayContaining(["custom_bites", "custom_news"]));

  const answers = [{ key: "custom_bites", values: ["No"] }];
  const request = await ask({ answers }, [{ key: "custom_news", values: ["We moved"] }]);
  expect(request.answers).toMatchObject([{ question: "What is new?", values: ["We moved"] }]);
  expect(request.pets[0]?.pet?.answers).toMatchObject([{ question: "Does your pet bite?", values: ["No"] }]);
  await desk.servers.client(BookingRequestService).acceptBookingRequest({ id: request.id });
  expect(desk.upserted.at(-1)?.pets[0]?.pet).toMatchObject({ weight: 20, coatType: "Curly" });
  expect(notes).toMatchObject([
    { customerId: "7", note: "What is new? We moved" },
    { petId: "70", note: "Does your pet bite? No" },
  ]);

  for (const wrong of [[{ key: "custom_bites", values: ["Maybe"] }], [{ key: "custom_bites", values: ["Yes", "No"] }]])
    expect((await refusalOf(ask({ answers: wrong }))).code).toBe(ErrorCode.PARAMS_INVALID);
});

test("an answer to what is asked no longer is dropped, and keeps nobody from booking", async () => {
  const answers = [
    { key: "custom_bites", values: ["No"] },
    { key: "custom_gone", values: ["Yes"] },
  ];
  expect((await ask({ answers })).pets[0]?.pet?.answers.map(({ key }) => key)).toEqual(["custom_bites"]);
});

test("clients are asked what is for them and nothing else; of what they are asked is kept, of what only others are asked nothing is needed", async () => {
  const about = { ...own, subject: QuestionSubject.OWNER, questionType: QuestionType.SHORT_TEXT, options: [] };
  const forClients = { ...about, key: "custom_since", question: "What has changed?", newAccessMode: DISABLED };
  const forOthers = { ...about, key: "custom_vet", question: "Who is your vet?", existingAccessMode: DISABLED };
  const before = await listed();
  await save((list) => [...list.filter(({ key }) => key !== own.key), forClients, forOthers]);
  const anybody = desk.servers.client(StorefrontService, { ...nobody, kind: "anonymous", ip: "198.51.100.20" });
  const { storefront } = await anybody.getStorefront({ bookOnlineName: desk.page });
  expect(storefront?.questions.map(({ key }) => key)).toEqual(expect.arrayContaining([forClients.key, forOthers.key]));

  const confirm = async (phoneNumber: string) => {
    const { codeToken } = await anybody.sendBookingCode({ bookOnlineName: desk.page, phoneNumber });
    return await anybody.confirmBookingCode({ bookOnlineName: desk.page, codeToken, code: desk.codes.get(phoneNumber) });
  };
  type Who = { phoneNumber: string; visitorToken: string };
  const send = async ({ phoneNumber, visitorToken }: Who, values: Record<string, string>) => {
    const { statusToken } = await anybody.submitBooking({
      ...{ bookOnlineName: desk.page, visitorToken, date: toWireDate(day), startTime: 600 },
      customer: { firstName: "Jo", lastName: "Park", phoneNumber },
      pets: [rex],
      answers: Object.entries(values).map(([key, value]) => ({ key, values: [value] })),
    });
    const { bookingRequest } = await desk.servers.client(BookingRequestService).getBookingRequest({ id: statusToken.split(".")[0]! });
    return bookingRequest?.answers.map(({ question, values: [said] }) => `${question} ${said}`);
  };
  const numbers = ["+12065557701", "+12065557702"];
  desk.findsClients(({ phoneNumber }) => (phoneNumber === numbers[0] ? [{ customerId: "7", firstName: "Jo", lastName: "Park" }] : []));
  const who = async (phoneNumber: string) => ({ phoneNumber, ...(await confirm(phoneNumber)) });
  const [client, stranger] = [await who(numbers[0]!), await who(numbers[1]!)];
  expect(await send(client, { custom_since: "We moved" })).toEqual(["What has changed? We moved"]);
  expect(await send(client, {}), "the page may not know that they are a client").toEqual([]);
  expect(await send(stranger, { custom_vet: "Dr. Oak", custom_since: "Nothing" })).toEqual(["Who is your vet? Dr. Oak"]);
  const { code, options } = await refusalOf(send(stranger, {}));
  expect([code, options.fields?.[0]]).toEqual([ErrorCode.PARAMS_INVALID, { field: "answers", reason: "Who is your vet? needs an answer" }]);
  desk.findsClients(() => []);
  await save(() => before.map(({ $typeName: _, ...one }) => one));
});

test("ob-weight-limit-notice: a pet over the limit comes with the shop's words, one below with none", async () => {
  await save(setting("weight", { weightLimit: { notify: true, limit: 50, tips: "Large dogs take longer: we call you." } }));
  const said = async (weight: number) => (await ask({ weight })).pets[0]?.pet?.weightNotice;
  expect([await said(60), await said(50), await said(40)]).toEqual(["Large dogs take longer: we call you.", "", ""]);
  await save(setting("weight", { weightLimit: { notify: false, limit: 50, tips: "Large dogs take longer: we call you." } }));
  expect(await said(60)).toBe("");
});

describe("how they heard of the business", () => {
  const { SHORT_TEXT, DROPDOWN } = QuestionType;
  const heard = {
    ...{ key: "referral_source", subject: QuestionSubject.OWNER, questionType: SHORT_TEXT },
    ...{ newAccessMode: VIEW_ONLY, existingAccessMode: VIEW_ONLY },
  };
  const clock = performance.now.bind(performance);
  let passed = 0;
  beforeAll(() => void vi.spyOn(performance, "now").mockImplementation(() => clock() + passed));
  afterAll(() => void vi.restoreAllMocks());
  beforeAll(async () => void (await save((list) => [...list.filter(({ key }) => key !== heard.key && key !== own.key), heard])));

  test.each([
    ["chosen from the company's sources", ["Google", "A friend"], DROPDOWN, ["Google", "A friend", "Other"]],
    ["with a choice of its own for others", ["Google", "other"], DROPDOWN, ["Google", "other"]],
    ["typed where there are none", [], SHORT_TEXT, []],
    ["typed where there are too many", Array.from({ length: 40 }, (_, at) => `Fair ${at}`), SHORT_TEXT, []],
  ])("is asked: %s", async (_, list, questionType, options) => {
    sources = list;
    // The page keeps them for a minute.
    passed += 61_000;
    const { storefront } = await desk.servers.client(StorefrontService).getStorefront({ bookOnlineName: desk.page });
    expect(storefront?.questions.find(({ key }) => key === heard.key)).toMatchObject({ questionType, options });
  });

  test("is read once a minute, however many look at the page", async () => {
    const shown = async () => {
      const { storefront } = await desk.servers.client(StorefrontService).getStorefront({ bookOnlineName: desk.page });
      return storefront?.questions.find(({ key }) => key === heard.key)?.options;
    };
    passed += 61_000;
    sources = ["Google"];
    expect(await shown()).toEqual(["Google", "Other"]);
    sources = ["Radio"];
    expect(await Promise.all([shown(), shown()])).toEqual([
      ["Google", "Other"],
      ["Google", "Other"],
    ]);
    passed += 61_000;
    expect(await shown()).toEqual(["Radio", "Other"]);
  });

  test.each([
    ["a source, however it is written,", " a FRIEND ", "2", []],
    ["something else", "The radio", undefined, [{ customerId: "7", note: "How did you hear about us? The radio" }]],
  ])("%s is kept with the client who is made, else in a note", async (_, value, id, noted) => {
    sources = ["Google", "A friend"];
    notes.length = 0;
    const request = await ask({}, [{ key: heard.key, values: [value] }]);
    await desk.servers.client(BookingRequestService).acceptBookingRequest({ id: request.id });
    expect(desk.upserted.at(-1)?.client?.referralSourceId).toBe(id);
    expect(notes).toMatchObject(noted);
  });
});
