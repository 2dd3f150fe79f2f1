"""Reads the files of a run with VTK's own reader and compares them with the CSV of the same run.

usage: check.py SCENE.pvd SCENE.csv BODY INDEX
BODY is the one whose position the CSV has, INDEX its place among the bodies."""
import csv
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

from vtkmodules.vtkIOXML import vtkXMLPolyDataReader

BODY, WHEEL, CABLE = 0, 1, 2
TENSION_TOLERANCE = 1e-10  # relative: the CSV has 12 digits


def fail(sentence):
    sys.exit(f"{sys.argv[1]}: {sentence}")


def read(path):
    """The PolyData of a file; no error may be told."""
    reader = vtkXMLPolyDataReader()
    errors = []
    for event in ("ErrorEvent", "WarningEvent"):
        reader.AddObserver(event, lambda *_: errors.append(event))
    if not reader.CanReadFile(str(path)):
        fail(f"VTK does not take {path.name}")
    reader.SetFileName(str(path))
    reader.Update()
    if errors or reader.GetErrorCode() != 0:
        fail(f"VTK complains about {path.name}")
    return reader.GetOutput()


def array(data, name, components):
    found = data.GetArray(name)
    if found is None or found.GetNumberOfComponents() != components:
        fail(f"no array '{name}' of {components} components")
    return found


def check_moment(poly, row):
    lines, triangles = poly.GetNumberOfLines(), poly.GetNumberOfPolys()
    if lines != 1 or triangles < 100 or poly.GetNumberOfVerts() != 0:
        fail(f"{lines} lines and {triangles} triangles")
    kinds = array(poly.GetCellData(), "kind", 1)
    seen = {int(kinds.GetValue(i)) for i in range(poly.GetNumberOfCells())}
    if seen != {BODY, WHEEL, CABLE} or kinds.GetValue(0) != CABLE:
        fail(f"kinds of cells {seen}")
    array(poly.GetCellData(), "index", 1)
    array(poly.GetCellData(), "velocity", 3)
    mass = array(poly.GetCellData(), "mass", 1)
    if mass.GetValue(0) != 0.0 or max(mass.GetValue(i) for i in range(mass.GetNumberOfTuples())) <= 0.0:
        fail("masses")
    check_tension(poly, row)
    check_surfaces(poly)
    time = poly.GetFieldData().GetArray("TimeValue").GetValue(0)
    if abs(time - float(row["time"])) > 1e-9:
        fail(f"TimeValue {time} beside {row['time']} in the CSV")


def check_tension(poly, row):
    """The largest tension of the line is that of the cable's probe, and so is each span's."""
    tension = array(poly.GetPointData(), "tension", 1)
    radius = array(poly.GetPointData(), "radius", 1)
    array(poly.GetPointData(), "twist", 1)
    line = poly.GetCell(0)
    points = [line.GetPointId(i) for i in range(line.GetNumberOfPoints())]
    values = [tension.GetValue(i) for i in points]
    if any(radius.GetValue(i) <= 0.0 for i in points):
        fail("a radius of the cable is not positive")
    on_bodies = range(len(points), poly.GetNumberOfPoints())
    if any(radius.GetValue(i) != 0.0 or tension.GetValue(i) != 0.0 for i in on_bodies):
        fail("a body has a radius or a tension")
    probes = {key: float(row[key]) for key in row if key.endswith("tension")}
    if not probes:
        fail("the CSV has no tension")
    for key, probe in probes.items():
        nearest = min(values, key=lambda value: abs(value - probe))
        if abs(nearest - probe) > TENSION_TOLERANCE * max(1.0, abs(probe)):
            fail(f"{key} is {probe} in the CSV; the nearest tension of the line is {nearest}")


def check_surfaces(poly):
    """Every body stands round its own place, and all of it within sensible bounds."""
    bounds = poly.GetBounds()
    if not all(abs(value) < 1000.0 for value in bounds) or bounds[1] <= bounds[0]:
        fail(f"bounds {bounds}")
    for i in range(poly.GetNumberOfLines(), poly.GetNumberOfCells()):
        if poly.GetCell(i).GetNumberOfPoints() != 3:
            fail(f"cell {i} is no triangle")


def check_body(poly, row, name, index):
    """Where the CSV says that the body is, its triangles are round about."""
    kinds, indices = poly.GetCellData().GetArray("kind"), poly.GetCellData().GetArray("index")
    low, high = [1e30] * 3, [-1e30] * 3
    for i in range(poly.GetNumberOfLines(), poly.GetNumberOfCells()):
        if kinds.GetValue(i) == BODY and indices.GetValue(i) == index:
            cell = poly.GetCell(i).GetBounds()
            low = [min(low[k], cell[2 * k]) for k in range(3)]
            high = [max(high[k], cell[2 * k + 1]) for k in range(3)]
    for k, letter in enumerate("xyz"):
        key = f"{name}.position.{letter}"
        if not low[k] - 1e-9 <= float(row[key]) <= high[k] + 1e-9:
            fail(f"{key} is {row[key]}, outside of the body from {low[k]} to {high[k]}")


def main():
    pvd, table, name, index = Path(sys.argv[1]), *sys.argv[2:]
    with open(table, newline="") as file:
        rows = list(csv.DictReader(file))
    entries = xml.parse(pvd).getroot().findall("Collection/DataSet")
    if len(entries) != len(rows):
        fail(f"{len(entries)} entries beside {len(rows)} rows of the CSV")
    heights = []
    for number, (entry, row) in enumerate(zip(entries, rows)):
        if entry.get("file") != f"{pvd.stem}_{number:06d}.vtp":
            fail(f"entry {number} is {entry.get('file')}")
        if abs(float(entry.get("timestep")) - float(row["time"])) > 1e-9:
            fail(f"entry {number} is at {entry.get('timestep')} s; the CSV's row at {row['time']} s")
        poly = read(pvd.parent / entry.get("file"))
        check_moment(poly, row)
        check_body(poly, row, name, int(index))
        heights.append(poly.GetBounds())
    if len(set(heights)) < 2:
        fail("nothing moves")
    print(f"{pvd.name}: {len(entries)} moments, {poly.GetNumberOfPoints()} points, "
          f"{poly.GetNumberOfPolys()} triangles")


main()
