import { toWireDate } from "@leashline/kit";
import { BookingQuestionService, QuestionType } from "@leashline/proto/leashline/online_booking/v1/booking_question_pb.js";
import { BookingRequestService } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Desk, day, lists, openDesk } from "../../test/desk.ts";

let desk: Desk;
const clock = performance.now.bind(performance);
let passed = 0;
const pages = () => desk.servers.client(StorefrontService);
const coatAsked = async (coats: string[]) => {
  lists.coats = coats;
  // The page keeps them for a minute.
  passed += 61_000;
  const { storefront } = await pages().getStorefront({ bookOnlineName: desk.page });
  return storefront?.questions.find(({ key }) => key === "coat_type");
};

beforeAll(async () => {
  desk = await openDesk();
  vi.spyOn(performance, "now").mockImplementation(() => clock() + passed);
});
afterAll(() => {
  vi.restoreAllMocks();
  lists.coats = [];
  return desk?.servers.stop();
});

test("a page without questions asks for no coat", async () => expect(await coatAsked(["Short"])).toBeUndefined());

test.each([
  ["chosen from the company's own", ["Short", "Wire"], QuestionType.DROPDOWN, ["Short", "Wire"]],
  ["typed where there are none", [], QuestionType.SHORT_TEXT, []],
  ["typed where there are too many", Array.from({ length: 41 }, (_, at) => `Coat ${at}`), QuestionType.SHORT_TEXT, []],
])("a coat is %s", async (_, coats, questionType, options) => {
  const questions = desk.servers.client(BookingQuestionService);
  const kept = await questions.getBookingQuestions({});
  await questions.saveBookingQuestions({ questions: kept.questions });
  expect(await coatAsked(coats)).toMatchObject({ questionType, options });
  const { questions: own } = await questions.getBookingQuestions({});
  expect(own.find(({ key }) => key === "coat_type")).toMatchObject({ questionType: QuestionType.SHORT_TEXT, options: [] });
});

test("another coat than those is taken as it is from staff, and comes with the request", async () => {
  await coatAsked(["Short", "Wire"]);
  const { statusToken } = await pages().submitBooking({
    bookOnlineName: desk.page,
    customer: { firstName: "Jo", lastName: "Park", phoneNumber: "+12065557777" },
    pets: [{ petName: "Rex", petType: "Dog", breed: "Poodle", weight: 20, coatType: "Silky", serviceIds: ["1"] }],
    date: toWireDate(day),
    startTime: 600,
  });
  const { bookingRequest } = await desk.servers.client(BookingRequestService).getBookingRequest({ id: statusToken.split(".")[0] ?? "0" });
  expect(bookingRequest?.pets[0]?.pet?.coatType).toBe("Silky");
});
