import { useMutation } from "@connectrpc/connect-query";
import { SubmissionCheck } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { type ContactKind, isOnItsWay, keepConfirmed, type Person, useDraft } from "../draft.ts";
import type { Shop } from "../types.ts";
import { keepVisitorToken } from "./visitor.ts";

/** What can be confirmed here with what was filled in; the first is proposed. */
export const kindsFor = ({ submissionCheck }: Pick<Shop, "submissionCheck">, { email }: Pick<Person, "email">): ContactKind[] => {
  if (submissionCheck === SubmissionCheck.EMAIL) return ["email"];
  return submissionCheck === SubmissionCheck.PHONE || email === "" ? ["phone"] : ["phone", "email"];
};

const addressOf = ({ phoneNumber, email }: Person, kind: ContactKind): string => (kind === "phone" ? phoneNumber : email);

/** Asks for a code and shows it to the shop. A code that is still on its way to the same place is not asked for again. */
export const useCode = (shop: Shop) => {
  const { bookOnlineName } = shop;
  const sending = useMutation(StorefrontService.method.sendBookingCode, { meta: { quiet: true } });
  const confirming = useMutation(StorefrontService.method.confirmBookingCode, { meta: { quiet: true } });

  const ask = (kind: ContactKind, { anew = false } = {}) => {
    const { person, codes } = useDraft.getState();
    const to = addressOf(person, kind);
    confirming.reset();
    if (!anew && isOnItsWay(codes[kind], to)) return useDraft.setState({ step: "code", asked: kind });
    sending.mutate(
      { bookOnlineName, ...(kind === "phone" ? { phoneNumber: to } : { email: to }) },
      {
        onSuccess: ({ codeToken: token, expiresIn, againIn }) => {
          const [expiresAt, againAt] = [Date.now() + expiresIn * 1_000, Date.now() + againIn * 1_000];
          useDraft.setState({
            step: "code",
            asked: kind,
            codes: { ...useDraft.getState().codes, [kind]: { to, token, expiresAt, againAt } },
          });
        },
      },
    );
  };

  const confirm = (code: string, { onConfirmed, onWrong }: { onConfirmed: () => void; onWrong: () => void }) => {
    const { codes, asked } = useDraft.getState();
    const codeToken = codes[asked]?.token ?? "";
    confirming.mutate(
      { bookOnlineName, codeToken, code },
      {
        onSuccess: ({ visitorToken }) => {
          keepVisitorToken(bookOnlineName, visitorToken);
          keepConfirmed(asked);
          onConfirmed();
        },
        onError: onWrong,
      },
    );
  };

  return {
    ask,
    confirm,
    asking: sending.isPending,
    sent: sending.isSuccess,
    confirming: confirming.isPending,
    refused: sending.error,
    wrong: confirming.error,
  };
};
