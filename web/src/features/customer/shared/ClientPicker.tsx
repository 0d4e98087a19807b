import { useQuery } from "@connectrpc/connect-query";
import { ClientType } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import { type ClientHit, SearchService } from "@leashline/proto/leashline/customer/v1/search_pb.js";
import Autocomplete from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useState } from "react";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Icon } from "../../../ui/icons.tsx";

const nameOf = (hit: Pick<ClientHit, "firstName" | "lastName">): string => `${hit.firstName} ${hit.lastName}`.trim();

export type PickedClient = { customerId: string; name: string };
type Props = {
  value: PickedClient | undefined;
  onPick: (client: PickedClient | undefined) => void;
  /** Left out where nobody can be added. */
  onNew?: (typed: string) => void;
};

/** Finds a client by three letters of a name, a pet or a phone number; may offer to add one who is not there. */
export const ClientPicker = ({ value, onPick, onNew }: Props) => {
  const [typed, setTyped] = useState("");
  const keyword = useDeferredValue(typed.trim());
  const { data, isFetching, isLoading, isPlaceholderData } = useQuery(
    SearchService.method.searchClients,
    { keyword, pageSize: 12 },
    { enabled: keyword.length > 0, placeholderData: keepPreviousData },
  );
  // Who is highlighted was found for fewer letters: Enter waits for the answer, and takes it when it is one client.
  const behind = isPlaceholderData || isLoading || keyword !== typed.trim();
  const [entered, setEntered] = useState(false);
  const pick = (hit: ClientHit) => onPick({ customerId: hit.customerId, name: nameOf(hit) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that came is looked at once
  useEffect(() => {
    if (!entered || behind) return;
    setEntered(false);
    const [only, another] = data?.clients ?? [];
    if (only && !another && !data?.nearly) pick(only);
  }, [entered, behind]);
  if (value)
    return (
      <Box sx={{ display: "flex", alignItems: "center", gap: 1.25, p: 1.25, border: 1, borderColor: "line", borderRadius: 1.25 }}>
        <Avatar name={value.name} id={value.customerId} size={36} />
        <Typography variant="subtitle1" sx={{ flex: 1, minWidth: 0, overflowWrap: "anywhere" }}>
          {value.name}
        </Typography>
        <Button autoFocus onClick={() => onPick(undefined)}>
          Change
        </Button>
      </Box>
    );
  return (
    <>
      <Autocomplete
        options={keyword ? (data?.clients ?? []) : []}
        filterOptions={(options) => options}
        getOptionLabel={nameOf}
        getOptionKey={(hit) => hit.customerId}
        isOptionEqualToValue={(a, b) => a.customerId === b.customerId}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !behind) return;
          event.preventDefault();
          event.defaultMuiPrevented = true;
          setEntered(true);
        }}
        loading={isFetching}
        autoHighlight={!data?.nearly}
        groupBy={data?.nearly ? () => "Similar names" : undefined}
        openOnFocus={false}
        forcePopupIcon={false}
        value={null}
        inputValue={typed}
        onInputChange={(_, text, reason) => {
          if (reason === "reset") return;
          setTyped(text);
          setEntered(false);
        }}
        onChange={(_, hit) => hit && pick(hit)}
        noOptionsText={keyword ? "No one found" : "Type a name, a pet or a phone number"}
        renderOption={({ key, ...props }, hit) => (
          <Box component="li" key={key} {...props} sx={{ display: "block !important", opacity: "1 !important" }}>
            <Typography variant="subtitle2">{nameOf(hit)}</Typography>
            <Typography variant="body2" color="textSecondary">
              {[hit.type === ClientType.LEAD && "Lead", hit.pets.map((pet) => pet.petName).join(", "), hit.phoneDisplay]
                .filter(Boolean)
                .join(" · ")}
            </Typography>
          </Box>
        )}
        renderInput={(params) => <TextField {...params} label="Client" placeholder="Name, pet or phone" autoFocus />}
      />
      {onNew && (
        <Button startIcon={<Icon name="plus" />} onClick={() => onNew(typed)} sx={{ justifySelf: "start" }}>
          New client
        </Button>
      )}
    </>
  );
};
