import type {
  VaccinePage,
  VaccinePagePet,
  VaccinePageVaccine,
} from "@leashline/proto/leashline/customer/v1/vaccine_proof_link_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useEffect, useState } from "react";
import { useParams } from "react-router";
import { dayToIso, isDay } from "../../ui/format/dates.ts";
import { useTitle } from "../../ui/page/title.ts";
import { StatusChip } from "../../ui/StatusChip.tsx";
import { SendProof } from "./SendProof.tsx";

const calls = () => import("./vaccine-api.ts");
const UNREACHED = "We couldn’t connect. Check your internet connection and try again.";
const written = (iso: string): string =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(new Date(`${iso}T00:00:00Z`));

/** /vaccines/{token}: where a client sends in proof of their pets' vaccines; the link stands in a message. */
const VaccinesPage = () => {
  const { token = "" } = useParams();
  const [page, setPage] = useState<VaccinePage>();
  const [error, setError] = useState("");
  useTitle("Vaccines");
  useEffect(() => {
    let left = false;
    calls()
      .then(({ openPage }) => openPage(token))
      .then((opened) => !left && (opened.page ? setPage(opened.page) : setError(opened.error)))
      .catch(() => !left && setError(UNREACHED));
    return () => {
      left = true;
    };
  }, [token]);
  const send = async (petId: string, vaccineId: string, file: File, day: string): Promise<string | undefined> => {
    try {
      const sent = await (await calls()).sendProof(token, { petId, vaccineId, file, day });
      if (sent.page) setPage(sent.page);
      return sent.error;
    } catch {
      return UNREACHED;
    }
  };
  return (
    <Box sx={{ minHeight: "100dvh", bgcolor: "background.default", fontSize: { md: "1.1rem" } }}>
      <Box component="header" sx={{ bgcolor: "primary.main", color: "primary.contrastText", px: 2.25, pt: 4, pb: 2 }}>
        <Box sx={{ maxWidth: 520, mx: "auto" }}>
          <Typography>{page?.businessName ?? ""}</Typography>
          <Typography variant="display" component="h1">
            Your pets' vaccines
          </Typography>
          {page?.businessPhone && (
            <Box
              component="a"
              href={`tel:${page.dialNumber || page.businessPhone.replace(/[^+\d]/g, "")}`}
              sx={{ color: "inherit", display: "inline-block", py: 0.75 }}
            >
              {page.businessPhone}
            </Box>
          )}
        </Box>
      </Box>
      <Box
        component="main"
        id="content"
        tabIndex={-1}
        sx={{ outline: "none", maxWidth: 560, mx: "auto", p: 2.25, display: "grid", gap: 2 }}
      >
        {error && <Typography role="alert">{error}</Typography>}
        {!page && !error && <Skeleton variant="rounded" height={240} role="status" aria-label="Loading" />}
        {page?.pets.length === 0 && <Typography>There is no pet on file. Please call us.</Typography>}
        {page?.pets.map((pet) => (
          <Pet key={pet.petId} pet={pet} dayMayWait={page.approvalRequired} onSend={send} />
        ))}
      </Box>
    </Box>
  );
};

type Send = (petId: string, vaccineId: string, file: File, day: string) => Promise<string | undefined>;

const Pet = ({ pet, dayMayWait, onSend }: { pet: VaccinePagePet; dayMayWait: boolean; onSend: Send }) => (
  <Card component="section" aria-label={pet.petName} sx={{ p: 2 }}>
    <Typography variant="h2">{pet.petName}</Typography>
    {pet.vaccines.length === 0 && <Typography color="textSecondary">No vaccine is asked for.</Typography>}
    {pet.vaccines.map((vaccine) => (
      <Vaccine
        key={vaccine.vaccineId}
        vaccine={vaccine}
        dayMayWait={dayMayWait}
        onSend={(file, day) => onSend(pet.petId, vaccine.vaccineId, file, day)}
      />
    ))}
  </Card>
);

type VaccineProps = { vaccine: VaccinePageVaccine; dayMayWait: boolean; onSend: (file: File, day: string) => Promise<string | undefined> };

const says: Record<string, string> = { missing: "Not on file", expired: "Expired", "expire soon": "Expires soon" };

const Vaccine = ({ vaccine, dayMayWait, onSend }: VaccineProps) => {
  const [open, setOpen] = useState(false);
  const { vaccineName, tag, expirationDate, waits, rejectedReason } = vaccine;
  const send = async (file: File, day: string) => {
    const wrong = await onSend(file, day);
    if (!wrong) setOpen(false);
    return wrong;
  };
  return (
    <Box sx={{ borderTop: 1, borderColor: "line", mt: 1.5, pt: 1.5 }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
        <Typography variant="subtitle1" sx={{ flex: 1 }}>
          {vaccineName}
        </Typography>
        {waits ? (
          <StatusChip tone="warn">Sent, being checked</StatusChip>
        ) : tag ? (
          <StatusChip tone={tag === "expire soon" ? "warn" : "bad"}>{says[tag] ?? tag}</StatusChip>
        ) : (
          <StatusChip tone="ok">On file</StatusChip>
        )}
      </Box>
      {isDay(expirationDate) && (
        <Typography color="textSecondary">
          {tag === "expired" ? "Expired on" : "Good until"} {written(dayToIso(expirationDate))}
        </Typography>
      )}
      {rejectedReason && <Typography color="error">Your last proof was not accepted: {rejectedReason}</Typography>}
      {open ? (
        <SendProof vaccine={vaccineName} dayMayWait={dayMayWait} onSend={send} onCancel={() => setOpen(false)} />
      ) : (
        <Button variant="outlined" onClick={() => setOpen(true)} sx={{ mt: 1, minHeight: 44 }}>
          {waits ? "Send another" : "Send proof"}
        </Button>
      )}
    </Box>
  );
};

export default VaccinesPage;
