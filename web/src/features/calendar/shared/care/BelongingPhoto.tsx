import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import { useState } from "react";
import { Adding } from "./Adding.tsx";
import { PickPhoto } from "./pick-photo.ts";

/** A small photo, opened by a press; nothing where there is none. */
export const BelongingPhoto = ({ path, text }: { path: string; text: string }) =>
  path && (
    <Link href={path} target="_blank" rel="noreferrer" sx={{ flex: "none" }}>
      <Box component="img" src={path} alt={text} sx={{ width: 44, height: 44, objectFit: "cover", borderRadius: 1, display: "block" }} />
    </Link>
  );

type Props = { petName: string; onAdd: (name: string, photoPath: string) => Promise<unknown> };

/** What a pet brought, with a photo of it where that helps. */
export const Bringing = ({ petName, onAdd }: Props) => {
  const [photo, setPhoto] = useState("");
  const add = async (name: string) => {
    await onAdd(name, photo);
    setPhoto("");
  };
  return (
    <Box sx={{ display: "flex", gap: 1, alignItems: "center" }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Adding label={`What ${petName} brought`} action="Add" onAdd={add} />
      </Box>
      {photo ? (
        <BelongingPhoto path={photo} text={`Photo of what ${petName} brought`} />
      ) : (
        <PickPhoto label={`Photo of what ${petName} brought`} onPicked={setPhoto} />
      )}
    </Box>
  );
};
