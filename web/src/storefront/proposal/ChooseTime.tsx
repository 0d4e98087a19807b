import { useMutation } from "@connectrpc/connect-query";
import type { ProposedTime } from "@leashline/proto/leashline/online_booking/v1/booking_proposal_pb.js";
import { ProposalLinkService, type ProposedTimes } from "@leashline/proto/leashline/online_booking/v1/proposal_link_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { messageOf } from "../../ui/feedback/call-errors.ts";
import type { Format } from "../../ui/format/locale.ts";
import { capitalise } from "../../ui/format/text.ts";
import { type Business, formatFor } from "../appointment/page.ts";
import { NoneForm } from "./NoneForm.tsx";
import { dayText, namedIn, priceText, whenText } from "./proposal-text.ts";

type Props = {
  token: string;
  business: Business;
  proposed: ProposedTimes;
  /** They are about to say that none of them works. */
  none: boolean;
  onNone: (none: boolean) => void;
  onAnswered: (isRefused: boolean) => void;
};

/** One of the times, or none of them. */
export const ChooseTime = ({ token, business, proposed, none, onNone, onAnswered }: Props) => {
  const format = formatFor(business);
  const answer = useMutation(ProposalLinkService.method.answerProposedTimes, {
    meta: { quiet: true },
    onSettled: (_, error) => onAnswered(error !== null),
  });
  const times = proposed.proposal?.times ?? [];
  const { one, many } = namedIn(proposed);
  const free = times.flatMap(({ gone }, nth) => (gone ? [] : [nth]));
  const [picked, setPicked] = useState<number | undefined>(free.length === 1 ? free[0] : undefined);
  const chosen = picked !== undefined && free.includes(picked) ? picked : undefined;
  const pick = (nth: number) => {
    answer.reset();
    setPicked(nth);
  };
  const send = (note: string) => answer.mutate({ token, note });
  return (
    <>
      {answer.error && <Alert severity="error">{messageOf(answer.error)}</Alert>}
      {none ? (
        <NoneForm
          businessName={business.businessName}
          {...{ many }}
          pending={answer.isPending}
          onSend={send}
          onClose={() => onNone(false)}
        />
      ) : (
        <>
          <Box role="group" aria-label={capitalise(many)} sx={{ display: "grid", gap: 1 }}>
            {times.map((time, nth) => (
              <TimeButton
                key={`${time.date} ${time.startTime} ${time.staffId} ${time.endDate}`}
                {...{ format, time, proposed }}
                isChosen={chosen === nth}
                disabled={time.gone || answer.isPending}
                onPick={() => pick(nth)}
              />
            ))}
          </Box>
          <Typography>
            {times.length > 1 ? "They are" : "It is"} kept for you until {format.longInstant(proposed.proposal?.answerUntil)}.
          </Typography>
          <Button
            variant="contained"
            color="primary"
            size="large"
            disabled={chosen === undefined}
            loading={answer.isPending}
            onClick={() => chosen !== undefined && answer.mutate({ token, time: chosen })}
            sx={{ minHeight: 50 }}
          >
            Book this {one}
          </Button>
          <Button variant="outlined" disabled={answer.isPending} onClick={() => onNone(true)} sx={{ minHeight: 50 }}>
            None of these work
          </Button>
        </>
      )}
    </>
  );
};

type TimeProps = {
  format: Format;
  time: ProposedTime;
  proposed: ProposedTimes;
  isChosen: boolean;
  disabled: boolean;
  onPick: () => void;
};

const TimeButton = ({ format, time, proposed, isChosen, disabled, onPick }: TimeProps) => {
  const { staffName, gone } = time;
  const price = priceText(format, time, proposed);
  return (
    <Button
      variant={isChosen ? "contained" : "outlined"}
      aria-pressed={isChosen}
      disabled={disabled}
      onClick={onPick}
      sx={{ height: "auto", minHeight: 64, justifyContent: "flex-start", textAlign: "left", whiteSpace: "normal", px: 2 }}
    >
      <Box component="span" sx={{ display: "block", py: 1 }}>
        <strong>{dayText(format, time)}</strong>
        <br />
        {whenText(format, time, proposed)}
        {staffName && ` with ${staffName}`}
        {price && ` · ${price}`}
        {gone && " · taken"}
      </Box>
    </Button>
  );
};
