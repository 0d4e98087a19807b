import { useQuery } from "@connectrpc/connect-query";
import type { GetClientDetailResponse } from "@leashline/proto/leashline/customer/v1/client_requests_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import type { MergeField } from "@leashline/proto/leashline/customer/v1/merge_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { pathTo } from "../../../app/routes/paths.ts";
import { useLocations } from "../../../app/session/session.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { plural } from "../../../ui/format/text.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { LinkButton, TextLink, useGo } from "../../../ui/links/Link.tsx";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { useStaff, useStaffNames } from "../../calendar/shared/useCalendar.ts";
import { clientName } from "../shared/client-name.ts";
import { preferredHours } from "../shared/preferred/preferred-words.ts";
import { useReferralSources } from "../shared/sources/useReferralSources.ts";
import { type Known, missing, samePets, sidesOf, type Words } from "./merge-sides.ts";
import { NotTheSame } from "./NotTheSame.tsx";
import { PetChoice, type PetMerges, usePetMerges } from "./PetChoice.tsx";
import { SideChoice } from "./SideChoice.tsx";
import { useMergeActs } from "./useMergeActs.ts";

type Props = { winnerId: string; loserId: string; onSwap: () => void };

/** Two records side by side: what is kept of each, which pets are one, and making them one client. */
export const Compare = ({ winnerId, loserId, onSwap }: Props) => {
  const winner = useQuery(ClientService.method.getClientDetail, { customerId: winnerId });
  const loser = useQuery(ClientService.method.getClientDetail, { customerId: loserId });
  const tips = [
    useQuery(ClientService.method.getPreferredTip, { customerId: winnerId }),
    useQuery(ClientService.method.getPreferredTip, { customerId: loserId }),
  ];
  const failed = [winner, loser, ...tips].find(({ error, data }) => error && !data);
  const staff = useStaff();
  const one = winner.data?.client?.customerId;
  return (
    <PageFrame title="Merge clients" back="/client/merge" maxWidth={860}>
      {failed ? (
        <ErrorState error={failed.error} what="These clients could not be loaded" onRetry={() => void failed.refetch()} />
      ) : !winner.data || !loser.data || tips.some(({ data }) => !data) || staff.isPending ? (
        <FormSkeleton fields={6} />
      ) : one === loser.data.client?.customerId ? (
        <EmptyState icon="clients" title="These are one client already" text="They were merged, or the same client was chosen twice.">
          <LinkButton variant="contained" to={pathTo("/client/:customerId/overview", { customerId: one ?? "0" })}>
            Open {winner.data.client ? clientName(winner.data.client) : "this client"}
          </LinkButton>
        </EmptyState>
      ) : (
        <Choices
          key={`${winnerId} ${loserId}`}
          one={{ detail: winner.data, tip: tips[0]?.data?.preferredTip }}
          other={{ detail: loser.data, tip: tips[1]?.data?.preferredTip }}
          onSwap={onSwap}
        />
      )}
    </PageFrame>
  );
};

const Who = ({ detail, says }: { detail: GetClientDetailResponse; says: string }) => (
  <Box sx={{ minWidth: 0, overflowWrap: "anywhere" }}>
    <Typography variant="body2" color="textSecondary">
      {says}
    </Typography>
    <TextLink to={pathTo("/client/:customerId/overview", { customerId: detail.client?.customerId ?? "0" })}>
      {detail.client ? clientName(detail.client) : ""}
    </TextLink>
    <Typography variant="body2" color="textSecondary">
      {[plural(detail.overview?.totalCount ?? 0, "appointment"), plural(detail.pets.length, "pet")].join(" · ")}
    </Typography>
  </Box>
);

const useWords = (people: ReadonlyMap<string, string>): Words => {
  const format = useFormat();
  const [sources, locations] = [useReferralSources(), useLocations()];
  const staff = (id: string) => people.get(id) ?? "Another staff member";
  const source = (id: string) => sources.find((one) => one.id === id)?.sourceName ?? "";
  const location = (id: string) => locations.find((one) => one.id === id)?.name ?? "";
  const hours = (preferred: readonly number[]) => preferredHours(preferred, format);
  return { ...format, source, staff, location, hours };
};

const Choices = ({ one, other, onSwap }: { one: Known; other: Known; onSwap: () => void }) => {
  const go = useGo();
  const [winner, loser] = [one.detail, other.detail];
  const sides = sidesOf(one, other, useWords(useStaffNames()));
  const [chosen, setTaken] = useState<MergeField[]>();
  const taken = chosen ?? missing(sides);
  const [pets, setPets] = useState<PetMerges>(() =>
    Object.fromEntries(Object.entries(samePets(winner.pets, loser.pets)).map(([petId, into]) => [petId, { into }])),
  );
  const mergesOf = usePetMerges(winner.pets, loser.pets);
  const { merge } = useMergeActs();
  const [winnerId, loserId] = [winner.client?.customerId ?? "0", loser.client?.customerId ?? "0"];
  const run = async () => {
    const sure = await confirm({
      title: `Merge into ${winner.client ? clientName(winner.client) : "this client"}?`,
      body: "Appointments, orders, payments, cards, messages, agreements and notes of both will be on one record. You can undo this for 30 days.",
      action: "Merge clients",
    });
    if (!sure) return;
    const merges = mergesOf(pets).map(({ stays, goes, take }) => ({ petId: goes.petId, intoPetId: stays.petId, take }));
    try {
      await merge.mutateAsync({ winnerId, loserId, take: taken, pets: merges });
      go(pathTo("/client/:customerId/overview", { customerId: winnerId }));
    } catch {
      return; // the toast has said why
    }
  };
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr auto 1fr", gap: 1.5, alignItems: "center" }}>
        <Who detail={winner} says="Stays" />
        <Button onClick={onSwap}>Swap</Button>
        <Who detail={loser} says="Is merged into it" />
      </Box>
      <Section title="What to keep">
        <SideChoice sides={sides} taken={taken} onChange={setTaken} />
      </Section>
      <Section title="Pets">
        <PetChoice winners={winner.pets} losers={loser.pets} chosen={pets} onChange={setPets} />
      </Section>
      <Alert severity="info">
        The other email and phone number become another contact. Tags and pet codes are put together, the vaccination that holds longer is
        kept, and whoever of the two asked for no messages still gets none. Links to the other record open this one.
      </Alert>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        <Button variant="contained" color="primary" loading={merge.isPending} onClick={() => void run()}>
          Merge clients
        </Button>
        <NotTheSame
          customerId={winnerId}
          other={{ id: loserId, name: loser.client ? clientName(loser.client) : "" }}
          onDone={() => go("/client/merge")}
        />
      </Box>
    </Box>
  );
};
