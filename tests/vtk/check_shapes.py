"""Reads what `reeve run --vtk` wrote of tests/vtk/shapes.json with VTK's own reader; VTK measures
the volumes of what it read.

usage: check_shapes.py FILE.vtp"""
import sys

from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkPolyData
from vtkmodules.vtkFiltersCore import vtkMassProperties
from vtkmodules.vtkIOXML import vtkXMLPolyDataReader

ROUNDING = 1e-12
# for each body its index (the ground comes after what the scene lists) and how many triangles
TRIANGLES = {"roof": (0, 8), "bowl": (1, 8), "pyramid": (2, 6), "ground": (3, 2)}
# and of those that are closed the volume [m^3]
CLOSED = {"roof": (0, 2 * 2 * 1 / 2), "pyramid": (2, 1 * 1 * 1.5 / 3)}


def fail(sentence):
    sys.exit(f"{sys.argv[1]}: {sentence}")


def triangles_of(poly, body):
    """The triangles of one body as PolyData of their own."""
    kinds, indices = poly.GetCellData().GetArray("kind"), poly.GetCellData().GetArray("index")
    cells = vtkCellArray()
    for i in range(poly.GetNumberOfCells()):
        if kinds.GetValue(i) == 0 and indices.GetValue(i) == body:
            cells.InsertNextCell(poly.GetCell(i))
    part = vtkPolyData()
    part.SetPoints(poly.GetPoints())
    part.SetPolys(cells)
    return part


def main():
    reader = vtkXMLPolyDataReader()
    reader.SetFileName(sys.argv[1])
    reader.Update()
    poly = reader.GetOutput()
    for name, (body, count) in TRIANGLES.items():
        found = triangles_of(poly, body).GetNumberOfPolys()
        if found != count:
            fail(f"{name} has {found} triangles, not {count}")
    for name, (body, volume) in CLOSED.items():
        measure = vtkMassProperties()
        measure.SetInputData(triangles_of(poly, body))
        if abs(measure.GetVolume() - volume) > ROUNDING:
            fail(f"{name} has a volume of {measure.GetVolume()}, not {volume}")
    bowl = triangles_of(poly, TRIANGLES["bowl"][0])
    corners = {poly.GetPoint(bowl.GetCell(i).GetPointId(k)) for i in range(8) for k in range(3)}
    if len(corners) != 9 or max(z for _, _, z in corners) != 0.2:
        fail(f"the bowl has the corners {sorted(corners)}")
    print(f"{poly.GetNumberOfPolys()} triangles of a plane, a mesh, a height field and a hull")


main()
