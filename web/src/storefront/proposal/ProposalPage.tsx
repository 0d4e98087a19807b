import { useQuery } from "@connectrpc/connect-query";
import { BookingProposalState } from "@leashline/proto/leashline/online_booking/v1/booking_proposal_pb.js";
import { ProposalLinkService, type ProposedTimes } from "@leashline/proto/leashline/online_booking/v1/proposal_link_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useParams } from "react-router";
import { errorCode, messageOf } from "../../ui/feedback/call-errors.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { useTitle } from "../../ui/page/title.ts";
import { type Business, formatFor } from "../appointment/page.ts";
import { LinkFrame } from "../LinkFrame.tsx";
import { ChooseTime } from "./ChooseTime.tsx";
import { dayText, namedIn, nextText, noneTitle, titleOf, whenText } from "./proposal-text.ts";

const NOT_AVAILABLE = 900010;

/** /t/{token}: the times that a business proposes for what somebody asked for, and which of them it shall be. */
const ProposalPage = () => {
  const { token = "" } = useParams();
  // An answer that was refused may have met another that is being carried out: what became of it is asked until it is known.
  const [unsure, setUnsure] = useState(false);
  const { data, error, refetch } = useQuery(
    ProposalLinkService.method.getProposedTimes,
    { token },
    { meta: { quiet: true }, refetchInterval: unsure ? 2_000 : false },
  );
  const business = data?.business;
  const { one } = namedIn(data?.proposed ?? { askedEndDate: "" });
  useTitle(business ? `A ${one} at ${business.businessName}` : "A time for you");
  if (errorCode(error) === NOT_AVAILABLE) return <EmptyState icon="calendar" title="This link does not work" text={messageOf(error)} />;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <LinkFrame business={business}>
      {data?.proposed && business && (
        <Proposed
          token={token}
          business={business}
          proposed={data.proposed}
          onAnswered={(isRefused) => {
            setUnsure(isRefused);
            void refetch();
          }}
        />
      )}
    </LinkFrame>
  );
};

type Props = { token: string; business: Business; proposed: ProposedTimes; onAnswered: (isRefused: boolean) => void };

const Proposed = ({ token, business, proposed, onAnswered }: Props) => {
  const format = formatFor(business);
  const { proposal } = proposed;
  const booked = proposal?.times.find(({ chosen }) => chosen);
  const isOpen = proposal?.state === BookingProposalState.OPEN;
  const [none, setNone] = useState(false);
  const next = nextText(proposed, business.businessName);
  return (
    <>
      <Typography variant="display" component="h2" role="status" sx={{ fontSize: "1.5rem" }}>
        {none && isOpen ? noneTitle(business.businessName) : titleOf(proposed)}
      </Typography>
      <Box sx={{ p: 2, bgcolor: "background.paper", border: 1, borderColor: "line", borderRadius: 1.75 }}>
        {booked ? (
          <>
            <Typography variant="subtitle1">{dayText(format, booked)}</Typography>
            <Typography gutterBottom>
              {whenText(format, booked, proposed)}
              {booked.staffName && ` with ${booked.staffName}`}
            </Typography>
          </>
        ) : (
          <Asked proposed={proposed} business={business} />
        )}
        {proposed.services.map((one) => (
          <Typography key={`${one.petName} ${one.serviceName}`} color="textSecondary">
            {one.serviceName} for {one.petName}
          </Typography>
        ))}
      </Box>
      {isOpen && proposal.note && (
        <Typography sx={{ overflowWrap: "anywhere", whiteSpace: "pre-line" }}>
          {business.businessName}: “{proposal.note}”
        </Typography>
      )}
      {isOpen && <ChooseTime {...{ token, business, proposed, none, onAnswered }} onNone={setNone} />}
      {next && <Typography>{next}</Typography>}
    </>
  );
};

const Asked = ({ proposed, business }: Pick<Props, "proposed" | "business">) => {
  const format = formatFor(business);
  const { askedDate: date, askedStartTime: startTime, askedEndTime: endTime, askedEndDate: endDate } = proposed;
  const asked = { date, startTime, endTime, endDate };
  return (
    <Typography gutterBottom>
      You asked for {dayText(format, asked)}
      {!endDate && `, ${whenText(format, asked, proposed)}`}
    </Typography>
  );
};

export default ProposalPage;
