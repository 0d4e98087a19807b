import { useMutation, useQuery } from "@connectrpc/connect-query";
import type { LastBooked, LastBookedTime } from "@leashline/proto/leashline/online_booking/v1/portal_file_pb.js";
import { type GetPortalResponse, PortalService } from "@leashline/proto/leashline/online_booking/v1/portal_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../app/routes/paths.ts";
import { type Business, formatFor } from "../../storefront/appointment/page.ts";
import { beginAgain } from "../../storefront/draft.ts";
import { kindOf } from "../../storefront/stay/kind.ts";
import { startText } from "../../storefront/time/arrival.ts";
import { messageOf } from "../../ui/feedback/call-errors.ts";
import { isoToDay } from "../../ui/format/dates.ts";
import { row } from "../file.ts";
import type { Session } from "../Home.tsx";
import { Part } from "../Part.tsx";

type Props = { session: Session; business: Business; place: GetPortalResponse };

/** The same as last time: a tap on a time keeps it, the next one sends the request. */
export const Again = ({ session, business, place }: Props) => {
  const { data, refetch } = useQuery(PortalService.method.getLastBooked, { session }, { meta: { quiet: true } });
  const hold = useMutation(StorefrontService.method.holdTime, { meta: { quiet: true }, onError: () => void refetch() });
  const last = data?.last;
  if (!last) return null;
  const format = formatFor(business);
  const { bookOnlineName } = business;
  const begin = (more: Parameters<typeof beginAgain>[3]) =>
    beginAgain(bookOnlineName.toLowerCase(), wholeOf(place, business), wishOf(last), more);
  const take = async ({ date, startTime }: LastBookedTime) => {
    const pets = last.pets.map(({ serviceIds, breed, weight }) => ({ serviceIds, breed, weight }));
    const { staffId, visitorToken } = { ...last, ...session };
    const asked = { bookOnlineName, pets, staffId, date: isoToDay(date), startTime, visitorToken };
    const answer = await hold.mutateAsync(asked).catch(() => undefined);
    if (!answer) return;
    const { holdToken: token, expiresAt } = answer;
    const held = token === "" ? undefined : { token, staffId: answer.staffId, expiresAt: Number(expiresAt?.seconds ?? 0n) * 1000 };
    begin({ step: "you", date, startTime, held, unkept: token === "" });
    window.location.assign(pathTo("/ol/:bookOnlineName/book", { bookOnlineName }, { step: "you" }));
  };
  return (
    <Part title="Same as last time">
      <Box sx={{ ...row, display: "grid", gap: 1 }}>
        <Typography variant="subtitle1">
          {last.summary}
          {last.staffName && ` with ${last.staffName}`}
        </Typography>
        {hold.error && <Alert severity="warning">{messageOf(hold.error)}</Alert>}
        <Box role="group" aria-label="Next free times" sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
          {last.times.map((time) => (
            <Button
              key={`${time.date} ${time.startTime}`}
              variant="outlined"
              disabled={hold.isPending}
              onClick={() => void take(time)}
              sx={{ minHeight: 44 }}
            >
              {format.shortDay(time.date)}, {startText(format, time.startTime, last.arrivalWindow)}
            </Button>
          ))}
          <Button
            href={pathTo("/ol/:bookOnlineName/book", { bookOnlineName }, { step: "time" })}
            onClick={() => begin({ step: "time" })}
            sx={{ minHeight: 44 }}
          >
            {last.times.length > 0 ? "Another time" : choices[kindOf(last)]}
          </Button>
        </Box>
      </Box>
    </Part>
  );
};

const choices = { visit: "Choose a time", day: "Choose the days", stay: "Choose the nights", class: "Choose the class" } as const;

const wishOf = (last: LastBooked) => ({
  kind: kindOf(last),
  staffId: last.staffId,
  pets: last.pets.map(({ petName, petType, breed, weight, serviceIds }) => ({
    ...{ petName, petType, breed, serviceIds },
    weight: weight > 0 ? String(weight) : "",
  })),
});

/** Who they are, and what they confirmed. */
function wholeOf({ people, personId, signedInAs }: GetPortalResponse, business: Business) {
  const { firstName = "", lastName = "" } = people.find((one) => one.personId === personId) ?? {};
  const isEmail = signedInAs.includes("@");
  return { firstName, lastName, phoneNumber: isEmail ? "" : formatFor(business).phone(signedInAs), email: isEmail ? signedInAs : "" };
}
