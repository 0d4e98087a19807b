import { PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";

const MOST = 5;
const PAUSE_MS = 1_500;

export const FAILED = "Failed to pay with pre-authorized amount.";
export const UNKNOWN = "Something went wrong, please try again later.";

const pause = async (): Promise<void> => await new Promise((done) => setTimeout(done, PAUSE_MS));

/** Asks up to five times what became of a capture (growth §4): nothing when it was taken, else what is said about it (growth §8). */
export const pollPreAuth = async (ask: () => Promise<PaymentStatus>, wait = pause): Promise<string | undefined> => {
  for (let attempt = 1; attempt <= MOST; attempt++) {
    const status = await ask();
    if (status === PaymentStatus.PAID || status === PaymentStatus.COMPLETED) return undefined;
    if (status === PaymentStatus.FAILED) return FAILED;
    if (attempt < MOST) await wait();
  }
  return UNKNOWN;
};
