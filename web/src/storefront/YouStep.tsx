import { toJsonString } from "@bufbuild/protobuf";
import { AgreedPolicySchema } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { QuestionSubject } from "@leashline/proto/leashline/online_booking/v1/booking_question_pb.js";
import { SubmissionCheck } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { lazy, Suspense } from "react";
import { PhoneField } from "../ui/inputs/PhoneField.tsx";
import { Summary } from "./Bill.tsx";
import { FinePrint } from "./confirm/FinePrint.tsx";
import { missingToSend } from "./confirm/missing.ts";
import { saidOf } from "./confirm/said.ts";
import { kindsFor, useCode } from "./confirm/useCode.ts";
import { visitorToken } from "./confirm/visitor.ts";
import { choose, hasTime, type Person, useDraft } from "./draft.ts";
import { Cost, KeptOrNot } from "./Kept.tsx";
import { useDeposit } from "./PayWhen.tsx";
import { Questions } from "./questions/Questions.tsx";
import { StepFrame } from "./steps/StepFrame.tsx";
import { NextFree } from "./time/NextFree.tsx";
import { useHold } from "./time/useHold.ts";
import { waitText, whenText } from "./time/when-text.ts";
import type { Shop } from "./types.ts";
import { useSend } from "./useSend.ts";

const WaitWish = lazy(() => import("./wait/WaitWish.tsx"));
const Agreed = lazy(() => import("./pay/Agreed.tsx"));

/** Who to call, then the request goes out. */
export const YouStep = ({ shop }: { shop: Shop }) => {
  const draft = useDraft();
  const hold = useHold(shop);
  const { person } = draft;
  const { ask, asking, refused } = useCode(shop);
  const { send, pending, error: notSent, taken, clear } = useSend(shop, () => ask(kindsFor(shop, person)[0] ?? "phone"));
  const said = saidOf(notSent ?? refused);
  const byEmail = shop.submissionCheck === SubmissionCheck.EMAIL;
  const set = (change: Partial<Person>) => useDraft.setState({ person: { ...person, ...change } });
  // A remembered device needs no code, as far as it knows; where it does after all, the code is asked for then.
  const remembered = visitorToken(shop.bookOnlineName) !== "";
  const phoneHint = byEmail ? "In case we need to call you" : !remembered && "We text you a code to confirm your number";
  const { wait } = draft;
  const lost = !wait && !hasTime(draft);
  const { data: { payment, policy, signs } = {}, isLoading, isPlaceholderData } = useDeposit(draft, shop);
  const goOn = () => {
    useDraft.setState({ seenPolicy: policy && toJsonString(AgreedPolicySchema, policy), policyChanged: false });
    send();
  };
  const toCard = payment && "Continue to your card";
  const toSign = signs && !draft.signing?.signed.length && "Continue to sign";
  const sends = toSign || (wait && "Join the waitlist") || toCard || (shop.autoAccept ? "Book" : "Send request");
  return (
    <StepFrame
      title="How do we reach you?"
      lead={wait ? waitText(draft, shop) : whenText(draft, shop)}
      onBack={() => useDraft.setState({ step: "time" })}
      onNext={() => (lost ? useDraft.setState({ step: "time" }) : goOn())}
      next={lost ? `${choose[draft.kind ?? "visit"]} again` : sends}
      missing={missingToSend(draft, shop)}
      pending={pending || asking || hold.pending || (!wait && (isLoading || isPlaceholderData))}
      aside={<Summary draft={draft} shop={shop} left={wait ? "" : hold.left} />}
    >
      {wait && (
        <Suspense>
          <WaitWish draft={draft} shop={shop} />
        </Suspense>
      )}
      {!wait && !taken && <KeptOrNot draft={draft} />}
      {taken && (
        <NextFree
          conflict={taken}
          shop={shop}
          onPick={(wanted) => {
            clear();
            hold.take(wanted);
          }}
        />
      )}
      {draft.policyChanged && !said.message && (
        <Alert severity="warning">The cancellation policy has changed. Please look at it once more.</Alert>
      )}
      {said.message && !taken && <Alert severity="error">{said.message}</Alert>}
      {refused && kindsFor(shop, person).includes("email") && !byEmail && (
        <Button onClick={() => ask("email")} sx={{ justifySelf: "start", minHeight: 44 }}>
          Send the code to my email
        </Button>
      )}
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
        <TextField
          label="First name"
          value={person.firstName}
          onChange={(event) => set({ firstName: event.target.value })}
          autoComplete="given-name"
          slotProps={{ htmlInput: { maxLength: 60 } }}
        />
        <TextField
          label="Last name"
          value={person.lastName}
          onChange={(event) => set({ lastName: event.target.value })}
          autoComplete="family-name"
          slotProps={{ htmlInput: { maxLength: 60 } }}
        />
      </Box>
      <PhoneField
        label="Phone"
        value={person.phoneNumber}
        onChange={(phoneNumber) => set({ phoneNumber })}
        country={shop.countryAlpha2Code}
        error={Boolean(said.phone)}
        helperText={said.phone ?? phoneHint}
      />
      <TextField
        label={byEmail ? "Email" : "Email (optional)"}
        type="email"
        value={person.email}
        onChange={(event) => set({ email: event.target.value.trim() })}
        autoComplete="email"
        error={Boolean(said.email)}
        helperText={said.email ?? (byEmail && !remembered && "We send you a code to confirm your email")}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      {!wait && (
        <Questions
          questions={shop.questions}
          subject={QuestionSubject.OWNER}
          answers={draft.answers ?? {}}
          onChange={(answers) => useDraft.setState({ answers })}
        />
      )}
      <TextField
        label="Message to us (optional)"
        value={draft.note}
        onChange={(event) => useDraft.setState({ note: event.target.value })}
        multiline
        minRows={2}
        slotProps={{ htmlInput: { maxLength: 2000 } }}
      />
      {!wait && <Cost draft={draft} shop={shop} />}
      <Suspense>{!wait && policy && <Agreed policy={policy} shop={shop} days={draft.days?.length} />}</Suspense>
      <FinePrint shop={shop} payment={wait ? undefined : payment?.policy} />
    </StepFrame>
  );
};
